import { answerCsv, type ListReply, prefersCsv } from './csv-page';

const table = { file: 'items.csv', columns: ['id'] };
function replyTo(url: string, accept?: string) {
  const headers = new Map<string, string>();
  const reply: ListReply = {
    request: { url, headers: { accept }, routeOptions: { url: '/v1/items' } },
    header: (name, value) => headers.set(name, value),
  };
  return { reply, headers };
}
const page = (next_cursor: string | null) => ({
  data: [{ id: 'a' }],
  pagination: { next_cursor, has_more: next_cursor !== null },
});

test('a client that names CSV gets it, and whoever keeps answers is told that there are two', () => {
  const { reply, headers } = replyTo('/v1/items', 'text/csv');
  expect(prefersCsv(reply)).toBe(true);
  expect(headers.get('vary')).toBe('Accept');
  expect(prefersCsv(replyTo('/v1/items').reply)).toBe(false);
});

test('CSV says what it is, what it would be called, and where the list goes on with the same filters', async () => {
  const { reply, headers } = replyTo(
    '/v1/%69tems?limit=1&since=2026-01-01T00%3A00%3A00%2B01%3A00&cursor=old',
  );
  expect(await answerCsv(reply, table, page('new_-'))).toBe('"id"\r\n"a"\r\n');
  expect(Object.fromEntries(headers)).toEqual({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="items.csv"',
    link: '</v1/items?limit=1&since=2026-01-01T00%3A00%3A00%2B01%3A00&cursor=new_->; rel="next"',
  });
});

test('what is in the query cannot leave its place in the header', async () => {
  const { reply, headers } = replyTo('/v1/items?x=%3E%3B%20rel=%22next%22&y=a>,<b');
  await answerCsv(reply, table, page('c'));
  expect(headers.get('link')).toMatch(/^<[^<>"\s]*>; rel="next"$/);
});

test('the last page leads nowhere', async () => {
  const { reply, headers } = replyTo('/v1/items');
  await answerCsv(reply, table, page(null));
  expect(headers.has('link')).toBe(false);
});
