import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { ApiProblem } from './problem';
import { askAgain, queries, SESSION_KEY } from './queries';

const AWAY = new ApiProblem(503, 'unavailable', 'registry does not answer', '');
const MISSING = new ApiProblem(404, 'not_found', 'there is no agent_1', '');
const FORBIDDEN = new ApiProblem(403, 'forbidden', 'This token lacks tokens:read', '');
/** What the first time takes: four tries, one, two and four seconds apart. */
const TRIES_MS = 7_000;

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  queries.clear();
  jest.useRealTimers();
});

const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

test('what a service that is away did not answer is asked for once every five seconds until it does', async () => {
  const read = jest.fn().mockRejectedValue(AWAY);
  const shown = new QueryObserver(queries, { queryKey: ['away'], queryFn: read });
  const hide = shown.subscribe(() => undefined);
  await pass(TRIES_MS);
  expect(read).toHaveBeenCalledTimes(4);
  await pass(10_000);
  expect(read).toHaveBeenCalledTimes(6);
  expect(shown.getCurrentResult().error).toBe(AWAY);
  read.mockResolvedValue('here');
  await pass(5_000);
  expect(shown.getCurrentResult().data).toBe('here');
  await pass(60_000);
  expect(read).toHaveBeenCalledTimes(7);
  hide();
});

test('who was asked too often is asked again once that is over, for what is still shown', async () => {
  const headers = { 'retry-after': '30' };
  const refused = () => ApiProblem.of({}, new Response(null, { status: 429, headers }));
  const [read, left] = [jest.fn(), jest.fn().mockRejectedValue(refused())];
  read.mockRejectedValueOnce(refused()).mockRejectedValueOnce(refused()).mockResolvedValue('here');
  const shown = new QueryObserver(queries, { queryKey: ['shown'], queryFn: read });
  const hide = shown.subscribe(() => undefined);
  new QueryObserver(queries, { queryKey: ['left'], queryFn: left }).subscribe(() => undefined)();
  await pass(29_000);
  expect(read).toHaveBeenCalledTimes(1);
  await pass(2_000);
  expect(read).toHaveBeenCalledTimes(2);
  await pass(30_000);
  expect(shown.getCurrentResult().data).toBe('here');
  await pass(60_000);
  expect([read, left].map(({ mock }) => mock.calls.length)).toEqual([3, 1]);
  hide();
});

test('what is not there is not asked for again while something else is away', async () => {
  const [missing, away] = [MISSING, AWAY].map((problem) => jest.fn().mockRejectedValue(problem));
  const hides = [missing, away].map((queryFn, n) =>
    new QueryObserver(queries, { queryKey: ['both', n], queryFn }).subscribe(() => undefined),
  );
  await pass(TRIES_MS + 20_000);
  expect(missing).toHaveBeenCalledTimes(1);
  expect(away).toHaveBeenCalledTimes(8);
  for (const hide of hides) hide();
});

test('the next page of a list that a service did not answer waits until somebody asks for it', async () => {
  const read = jest.fn((page: number) =>
    page === 0 ? Promise.resolve([0]) : Promise.reject(AWAY),
  );
  const list = new InfiniteQueryObserver(queries, {
    ...{ queryKey: ['list'], initialPageParam: 0, getNextPageParam: () => 1 },
    queryFn: ({ pageParam }) => read(pageParam),
  });
  const hide = list.subscribe(() => undefined);
  await pass(0);
  void list.fetchNextPage();
  await pass(TRIES_MS + 60_000);
  expect(read).toHaveBeenCalledTimes(1 + 4);
  expect(list.getCurrentResult().isFetchNextPageError).toBe(true);
  hide();
});

test('what may be read no longer is shown no longer; what could not be read again is', async () => {
  const read = jest.fn().mockResolvedValueOnce('read');
  const shown = new QueryObserver(queries, { queryKey: ['theirs'], queryFn: read });
  const hide = shown.subscribe(() => undefined);
  await pass(0);
  for (const [error, data] of [
    [MISSING, 'read'],
    [FORBIDDEN, undefined],
  ] as const) {
    read.mockRejectedValueOnce(error);
    await shown.refetch();
    expect(shown.getCurrentResult()).toMatchObject({ status: 'error', error, data });
  }
  hide();
});

test('of a list whose next page may be read no longer it is said why nothing is shown, and it is asked for again', async () => {
  const read = jest.fn().mockResolvedValueOnce([0]).mockRejectedValueOnce(FORBIDDEN);
  const list = new InfiniteQueryObserver(queries, {
    ...{ queryKey: ['list'], initialPageParam: 0, getNextPageParam: () => 1, queryFn: read },
  });
  const hide = list.subscribe(() => undefined);
  await pass(0);
  await list.fetchNextPage();
  expect(list.getCurrentResult()).toMatchObject({ data: undefined, error: FORBIDDEN });
  expect(list.getCurrentResult().isFetchNextPageError).toBe(false);
  read.mockResolvedValue([1]);
  askAgain();
  await pass(0);
  expect(list.getCurrentResult().data?.pages).toEqual([[1]]);
  hide();
});

test('who is signed in is asked for again when something may be read no longer', async () => {
  const [whose, read] = [jest.fn().mockResolvedValue('whose'), jest.fn()];
  const session = new QueryObserver(queries, { queryKey: SESSION_KEY, queryFn: whose });
  const shown = new QueryObserver(queries, { queryKey: ['theirs'], queryFn: read });
  read.mockRejectedValue(FORBIDDEN);
  const hides = [session, shown].map((one) => one.subscribe(() => undefined));
  await pass(60_000);
  expect(whose).toHaveBeenCalledTimes(2);
  for (const hide of hides) hide();
});

test('what was read by a clock that was ahead is asked for again once that is put back', async () => {
  const read = jest.fn().mockResolvedValue('here');
  const look = async (): Promise<void> => {
    const shown = new QueryObserver(queries, { queryKey: ['ahead'], queryFn: read });
    const hide = shown.subscribe(() => undefined);
    await pass(0);
    hide();
  };
  await look();
  await look();
  expect(read).toHaveBeenCalledTimes(1);
  jest.setSystemTime(Date.now() - 3_600_000);
  await look();
  expect(read).toHaveBeenCalledTimes(2);
  await look();
  expect(read).toHaveBeenCalledTimes(2);
});
