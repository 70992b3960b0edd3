import { ofTheHouse } from './of-the-house';
import { isPassing } from './problem';

const answer = (status: number, type?: string, body: string | null = '{}'): Response =>
  new Response(body, { status, headers: type === undefined ? {} : { 'content-type': type } });

test.each([
  answer(200, 'application/json; charset=utf-8'),
  answer(207, 'Application/JSON'),
  answer(204, undefined, null),
  // What is wrong is said in other ways.
  answer(502, 'text/html', '<h1>Bad Gateway</h1>'),
])('what the house answers is handed on', (response) => {
  expect(ofTheHouse(response)).toBe(response);
  expect(response.bodyUsed).toBe(false);
});

test.each([
  answer(200, 'text/html', '<h1>Sign in</h1>'),
  answer(200, 'application/jsonp'),
  answer(201, 'text/plain'),
])('a page in place of an answer is none, and may pass', (response) => {
  const problem = thrownBy(() => ofTheHouse(response));
  expect(problem).toMatchObject({ message: 'Something else answers in place of Parapet' });
  expect(isPassing(problem)).toBe(true);
});

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
