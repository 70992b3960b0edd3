import { call } from '../testing/call';

const settings = (): never => {
  throw new Error('the demo needs no settings');
};

test.each([
  [['--speed', 'fast'], '--speed must be a number, and at least 1.'],
  [['--speed', '0'], '--speed must be a number, and at least 1.'],
  [['--seed', '-1'], '--seed must be a number, and at least 0.'],
  [['--url', 'http://127.0.0.1:2', '--keep'], 'leave --url out'],
  [['--url', 'http://127.0.0.1:2', '--data', 'x'], 'leave --url out'],
  [['--data', ''], '--data is a folder, such as ./data.'],
  [['--url', 'nowhere'], 'nowhere is no address of a house'],
])('what makes no sense is refused: %j', async (args, sentence) => {
  const { code, said } = await call(['demo', '--token', 'x', ...args], { settings });
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
});

test('a house that is not there is named', async () => {
  const args = ['demo', '--token', 'x', '--url', 'http://127.0.0.1:2', '--quiet'];
  const { code, said } = await call(args, { settings });
  expect([code, said]).toEqual([1, expect.stringContaining('http://127.0.0.1:2 does not answer')]);
});
