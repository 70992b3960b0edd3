import { connection, issueAbout, newAgent, recordNew, unique, walk } from '../house/actors';
import type { Answer } from '../house/client';
import { eventually } from '../house/eventually';
import { type House, openHouse } from '../house/house';
import type { Issue } from '../house/shapes';

let house: House;
let before = '';
let issue: Issue;
beforeAll(async () => {
  house = await openHouse();
  before = encodeURIComponent(new Date(Date.now() - 1).toISOString());
  const agent = await newAgent(house.admin);
  for (const part of ['one', 'two']) {
    const domain = `${unique(part)}.example.com`;
    await recordNew(agent, connection(domain, { process: { pid: 7, command: '=1+1' } }));
    issue = await issueAbout(house.admin, domain);
  }
});

const download = (query: string): Promise<Answer<unknown>> =>
  house.admin.get(`/v1/issues/export?${query}`);

// proves: api-export, api-export-all, api-export-fields
test('all issues of a filter are downloaded as NDJSON, each as it is read alone', async () => {
  const filters = `since=${before}&verdict=detected`;
  const [answer, listed] = await eventually(async () => {
    const list = await walk<Issue>(house.admin, `/v1/issues?limit=1000&${filters}`);
    const exported = await download(filters);
    const again = await walk<Issue>(house.admin, `/v1/issues?limit=1000&${filters}`);
    // Other tests make issues of the same house meanwhile.
    return JSON.stringify(list) === JSON.stringify(again) ? [exported, list] : undefined;
  });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/x-ndjson',
    'content-disposition': 'attachment; filename="issues.ndjson"',
  });
  const lines = answer.text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Issue);
  expect(lines.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
  const { body } = await house.admin.get<{ evidence: unknown; history: unknown }>(
    `/v1/issues/${issue.id}`,
  );
  const { evidence: _, history: __, ...alone } = body;
  expect(lines.find(({ id }) => id === issue.id)).toEqual(alone);
});

// proves: api-export, api-export-all, api-export-fields
test('and as CSV, harmless in a spreadsheet', async () => {
  const answer = await download(`format=csv&since=${before}`);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="issues.csv"',
  });
  const [header = '', ...rows] = answer.text.split('\r\n');
  expect(header).toContain('"id","title",');
  expect(header).toContain('"why.policy.id"');
  expect(rows.find((row) => row.startsWith(`"${issue.id}",`))).toContain(`"'=1+1"`);
});

interface Finding {
  readonly class_uid: number;
  readonly status: string;
  readonly metadata: { readonly uid: string; readonly version: string };
  readonly finding_info: { readonly uid: string };
  readonly evidences: readonly { readonly dst_endpoint?: { readonly hostname?: string } }[];
}

// proves: api-export, api-export-all, api-export-ocsf, api-export-uid
test('and as findings of OCSF, whose name changes with the issue', async () => {
  const findingOf = async (status: string): Promise<Finding | undefined> => {
    const { text } = await download(`format=ocsf&since=${before}`);
    const found = text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Finding);
    return found.find((f) => f.finding_info.uid === issue.id && f.status === status);
  };
  const first = await findingOf('New');
  expect(first).toMatchObject({
    ...{ class_uid: 2004, metadata: { version: '1.5.0', profiles: ['security_control'] } },
    evidences: [{ dst_endpoint: { hostname: issue.details['domain'] } }],
  });
  expect((await findingOf('New'))?.metadata.uid).toBe(first?.metadata.uid);
  await house.admin.patch(`/v1/issues/${issue.id}`, { status: 'resolved' });
  const second = await eventually(() => findingOf('Resolved'));
  expect(second.metadata.uid).not.toBe(first?.metadata.uid);
});
