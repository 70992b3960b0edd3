import { InfiniteQueryObserver } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ApiProblem } from '../api/problem';
import { queries } from '../api/queries';
import { useListNews } from './use-list-news';

interface Item {
  readonly id: string;
  readonly created_at: string;
  readonly words: string;
}

const KEY = ['items'];
const AWAY = new ApiProblem(503, 'unavailable', 'detection does not answer', '');
const SLOW_DOWN = new ApiProblem(429, 'rate_limited', 'Too many requests', '');
/** What the first time takes: four tries, one, two and four seconds apart. */
const TRIES_MS = 7_000;

const item = (words: string): Item => ({ id: 'one', created_at: '2026-03-01T12:00:00Z', words });
const pageOf = (words: string) => ({
  data: [item(words)],
  pagination: { has_more: true, next_cursor: 'next' },
});

const read = jest.fn();
const listed = () =>
  new InfiniteQueryObserver(queries, {
    ...{ queryKey: KEY, queryFn: read, initialPageParam: '' },
    getNextPageParam: () => 'next',
  });
let list: ReturnType<typeof listed>;
let hide = (): void => undefined;
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

/** What a page that shows the list does with what it is told. */
function hearing(): ReturnType<typeof useListNews<Item>> {
  const heard: ReturnType<typeof useListNews<Item>>[] = [];
  const Page = (): null => {
    heard.push(useListNews<Item>(KEY, false, () => true));
    return null;
  };
  renderToStaticMarkup(createElement(Page));
  return heard[0]!;
}

const shown = () => {
  const { data, error, isRefetchError, isFetchNextPageError } = list.getCurrentResult();
  const words = data?.pages.flatMap((page) => page.data.map((one: Item) => one.words));
  return { words, error, isRefetchError, isFetchNextPageError };
};

beforeEach(async () => {
  jest.useFakeTimers();
  Object.assign(globalThis, { window: globalThis });
  read.mockReset().mockResolvedValueOnce(pageOf('as it was'));
  list = listed();
  hide = list.subscribe(() => undefined);
  await pass(0);
});
afterEach(() => {
  hide();
  queries.clear();
  Reflect.deleteProperty(globalThis, 'window');
  jest.useRealTimers();
});

test('that a list could not be read again is said, and it is asked for, also when news come meanwhile', async () => {
  read.mockRejectedValue(AWAY);
  const { hear, readAgain } = hearing();
  readAgain();
  await pass(TRIES_MS);
  hear(item('as it is told'));
  const error = { error: AWAY, isRefetchError: true };
  expect(shown()).toMatchObject({ words: ['as it is told'], ...error });
  read.mockResolvedValue(pageOf('as it is'));
  await pass(5_000);
  expect(shown()).toMatchObject({ words: ['as it is'], error: null });
});

test('that the next page of a list could not be read is said also when news come meanwhile', async () => {
  read.mockRejectedValue(SLOW_DOWN);
  await list.fetchNextPage();
  hearing().hear(item('as it is told'));
  const error = { error: SLOW_DOWN, isFetchNextPageError: true };
  expect(shown()).toMatchObject({ words: ['as it is told'], ...error });
});
