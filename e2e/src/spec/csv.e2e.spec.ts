import { connection, issueAbout, newAgent, recordNew, unique } from '../house/actors';
import type { Answer, Client } from '../house/client';
import { holds } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import type { ListedEvent, Page } from '../house/shapes';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const csv = (client: Client, path: string): Promise<Answer<unknown>> =>
  client.get(path, { accept: 'text/csv' });

/** The rows of a CSV whose cells are all quoted and hold no line breaks. */
const rowsOf = (text: string): Record<string, string>[] => {
  const [header = [], ...rows] = text
    .split('\r\n')
    .slice(0, -1)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"(?:,|$)/g)])
    .map((cells) => cells.map(([, cell = '']) => cell.replaceAll('""', '"')));
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
};

// proves: api-csv, api-csv-link, api-csv-cells
test('events are to be had as CSV: the same page, its cells harmless', async () => {
  const agent = await newAgent(house.admin);
  const command = '=HYPERLINK("http://evil.example";"\u001b[31m")\n@SUM(1)\0\u202e';
  for (const domain of ['a.csv.example.com', 'b.csv.example.com', 'c.csv.example.com'])
    await recordNew(agent, connection(domain, { process: { pid: 1, command, args: ['-s'] } }));
  const path = `/v1/events?agent_id=${agent.id}&limit=2`;
  const first = await csv(house.admin, path);
  expect(first.status).toBe(200);
  expect(first.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="events.csv"',
    vary: 'Accept',
  });
  const { body } = await house.admin.get<Page<ListedEvent>>(path);
  const rows = rowsOf(first.text);
  expect(rows.map(({ id }) => id)).toEqual(body.data.map(({ id }) => id));
  expect(rows[0]).toMatchObject({
    ...{ type: 'connect', agent_id: agent.id, query: '', 'process.pid': '1' },
    'process.command': `'${String.raw`=HYPERLINK("http://evil.example";"\u001b[31m")\n@SUM(1)\u0000\u202e`}`,
    'process.args': '["-s"]',
    metadata: expect.stringContaining('"destination":"c.csv.example.com"') as string,
  });
  const next = /^<(.*)>; rel="next"$/.exec(String(first.headers['link']))?.[1] ?? '';
  const last = await csv(house.admin, next);
  expect([last.status, rowsOf(last.text).length, last.headers['link']]).toEqual([
    200,
    1,
    undefined,
  ]);
});

// proves: api-csv
test('issues are to be had as CSV, one column for each field', async () => {
  const agent = await newAgent(house.admin, { labels: { cluster: unique('csv') } });
  const domain = `${unique('issue')}.example.com`;
  await recordNew(agent, connection(domain));
  const issue = await issueAbout(house.admin, domain);
  const answer = await csv(house.admin, '/v1/issues?verdict=detected&limit=1000');
  expect(answer.headers['content-disposition']).toBe('attachment; filename="issues.csv"');
  expect(rowsOf(answer.text).find(({ id }) => id === issue.id)).toMatchObject({
    ...{ title: issue.title, severity: issue.severity, verdict: 'detected', status: 'open' },
    ...{ created_at: issue.created_at, 'micro_context.platform': 'kubernetes' },
    ...{ 'micro_context.cluster': issue.micro_context['cluster'], 'details.domain': domain },
    ...{ 'details.port': '443', 'details.ip': '203.0.113.9' },
  });
});

// proves: api-csv, api-csv-cells
test('who changed what is to be had as CSV', async () => {
  const name = `@SUM(1)\u202e${unique()}`;
  const { body } = await house.admin.post<{ id: string }>('/v1/tokens', { name });
  const path = `/v1/audit?resource_id=${body.id}`;
  await holds(async () => expect(rowsOf((await csv(house.admin, path)).text)).toHaveLength(1));
  const answer = await csv(house.admin, path);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="audit.csv"');
  expect(rowsOf(answer.text)).toEqual([
    expect.objectContaining({
      ...{ action: 'token.created', 'resource.type': 'token', 'resource.id': body.id },
      'resource.name': `'${name.replace('\u202e', String.raw`\u202e`)}`,
      changes: expect.stringMatching(/^\{".*\}$/) as string,
    }),
  ]);
});

test.each([undefined, '*/*', 'application/json, text/csv', 'text/csv;q=0.1, */*', 'image/png'])(
  'to Accept: %s a list is JSON',
  async (accept) => {
    const answer = await house.admin.get('/v1/issues?limit=1', accept ? { accept } : {});
    expect([answer.status, answer.headers['vary']]).toEqual([200, 'Accept']);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  },
);

// proves: api-csv-errors
test('errors are JSON whatever is asked for, and a cursor serves both forms', async () => {
  const refused = await csv(house.admin, '/v1/issues?limit=0');
  expect([refused.status, refused.headers['content-disposition']]).toEqual([400, undefined]);
  expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
  const agent = await newAgent(house.admin);
  for (const domain of ['a.example.com', 'b.example.com'])
    await recordNew(agent, connection(domain));
  const path = `/v1/events?agent_id=${agent.id}&limit=1`;
  const { body } = await house.admin.get<Page<ListedEvent>>(path);
  const rest = await csv(house.admin, `${path}&cursor=${String(body.pagination.next_cursor)}`);
  expect(rowsOf(rest.text)).toHaveLength(1);
});
