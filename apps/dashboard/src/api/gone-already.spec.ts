import { goneAlready } from './gone-already';

const NOT_FOUND = { error: { code: 'not_found', message: 'No such webhook', details: '' } };
const answer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status });
const asked = (method: string): Request => new Request('http://house/v1/webhooks/x', { method });

test('what is to be deleted and is not there is deleted', async () => {
  const { status, body } = await goneAlready(answer(404, NOT_FOUND), asked('DELETE'));
  expect([status, body]).toEqual([204, null]);
});

test.each([
  ['GET', answer(404, NOT_FOUND)],
  ['DELETE', answer(403, { error: { code: 'forbidden' } })],
  ['DELETE', answer(404, { error: { code: 'other' } })],
  ['DELETE', new Response('<h1>Not Found</h1>', { status: 404 })],
])('any other answer to a %s is handed on, to be read as it is', async (method, response) => {
  expect(await goneAlready(response, asked(method))).toBe(response);
  expect(response.bodyUsed).toBe(false);
});
