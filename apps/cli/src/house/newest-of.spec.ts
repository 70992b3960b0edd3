import { recordedTerminal } from '../testing/recorded-terminal';
import type { HouseClient } from './house-client';
import { answerNewest } from './newest-of';

/** A house whose list comes in these pages. */
function houseOf(...pages: readonly (readonly number[])[]) {
  const asked: string[] = [];
  const read = async (path: string) => {
    const data = pages[asked.length]?.map((n) => ({ created_at: `at ${n}` })) ?? [];
    asked.push(path);
    const has_more = asked.length < pages.length;
    return { data, pagination: { has_more, next_cursor: has_more ? `c${asked.length}` : null } };
  };
  return { house: { read } as unknown as HouseClient, asked };
}

async function newest(house: HouseClient, limit: number) {
  const { terminal, answer, said } = recordedTerminal();
  const lines = (found: readonly { created_at: string }[]) => [
    found.map(({ created_at }) => created_at).join(),
  ];
  const asked = { path: '/v1/a', filters: { status: 'open', search: undefined }, limit };
  await answerNewest(house, asked, { json: false, lines }, terminal);
  return { answer: answer(), said: said() };
}

test('a page that has fewer, or none, is no end: the list goes on until enough is found', async () => {
  const { house, asked } = houseOf([9], [], [8, 7], [6]);
  expect(await newest(house, 3)).toEqual({
    answer: 'at 9,at 8,at 7\n',
    said: 'There are more: these are the newest 3. --limit shows up to 1000, --until at 7 goes on.\n',
  });
  expect(asked).toEqual([
    '/v1/a?limit=4&status=open',
    ...[1, 2, 3].map((n) => `/v1/a?limit=4&status=open&cursor=c${n}`),
  ]);
});

test('where all were made at one time, it is not said that --until goes on: that would show the same again', async () => {
  const { house } = houseOf([9, 9, 9]);
  expect((await newest(house, 2)).said).toBe(
    'There are more: these are the newest 2. --limit shows up to 1000, all were made at at 9: GET /v1/a goes on, by its cursor.\n',
  );
});

test('of one it is not said that all were made at one time', async () => {
  expect((await newest(houseOf([9, 8]).house, 1)).said).toBe(
    'There are more: this is the newest. --limit shows up to 1000, it was made at at 9: GET /v1/a goes on, by its cursor.\n',
  );
});

test('no page is asked for that is not needed to know that there is more', async () => {
  const { house, asked } = houseOf([9, 8], [7]);
  await newest(house, 1);
  expect(asked).toHaveLength(1);
});

test.each([
  ['as many as are shown, and a page with nothing behind them', [[9, 8], []], 2],
  ['fewer than are shown', [[9, 8]], 3],
  ['none', [[]], 3],
])('of %s it is not said that there are more', async (_, pages, limit) => {
  expect((await newest(houseOf(...pages).house, limit)).said).toBe('');
});

test('no more is asked for at once than the API lists', async () => {
  const { house, asked } = houseOf([1]);
  await newest(house, 1000);
  expect(asked).toEqual(['/v1/a?limit=1000&status=open']);
});

test.each([0, 1001, 1.5, NaN])('a limit of %d is refused, and nothing is asked', async (limit) => {
  const { house, asked } = houseOf([1]);
  await expect(newest(house, limit)).rejects.toThrow('--limit is a whole number from 1 to 1000.');
  expect(asked).toEqual([]);
});
