import { connection, issueAbout, newAgent, recordAll, recordNew, unique } from '../house/actors';
import { eventually } from '../house/eventually';
import { type House, openOwnHouse } from '../house/house';
import { oddObservations } from './odd-observations';
import { findingSchema, type Mistakes } from './ocsf-schema';

/** The version that findings name, and the newest: what is right in a version is right in all later ones of its major number. */
const VERSIONS = ['1.5.0', '1.8.0'];
const SEED = 2004;

interface Finding extends Record<string, unknown> {
  readonly status: string;
  readonly evidences: readonly Record<string, unknown>[];
}
let house: House;
let findings: readonly Finding[];
const mistakes = new Map<string, Mistakes>();

beforeAll(async () => {
  for (const version of VERSIONS) mistakes.set(version, await findingSchema(version));
  house = await openOwnHouse();
  const agent = await newAgent(house.admin, { labels: { cluster: 'prod', node: 'n 1' } });
  const bare = await newAgent(house.admin, { kind: 'vanilla' });
  await forbid('forbidden.example.com');
  await recordNew(agent, connection('forbidden.example.com'));
  for (const from of [agent, bare])
    expect((await recordAll(from, oddObservations(400, SEED))).status).toBe(207);
  await inEveryStatus(async () => {
    const domain = `${unique('status')}.example.com`;
    await recordNew(bare, connection(domain));
    return (await issueAbout(house.admin, domain)).id;
  });
  findings = await eventually(async () => {
    const found = await exported();
    return found.length >= 400 ? found : undefined;
  });
});

const forbid = async (pattern: string): Promise<void> => {
  const policy = { name: unique('forbidden'), type: 'block', rules: [{ pattern }] };
  expect((await house.admin.post('/v1/policies', policy)).status).toBe(201);
};

async function inEveryStatus(newIssue: () => Promise<string>): Promise<void> {
  const until = '2099-01-01T00:00:00Z';
  for (const change of [
    { status: 'acknowledged', reason: 'looked at' },
    { status: 'resolved' },
    { status: 'ignored', reason: 'a scanner', until },
  ]) {
    const answer = await house.admin.patch(`/v1/issues/${await newIssue()}`, change);
    expect(answer.status).toBe(200);
  }
}

async function exported(): Promise<Finding[]> {
  const { text } = await house.admin.get('/v1/issues/export?format=ocsf');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Finding);
}

const wrong = (version: string, finding: unknown): readonly string[] =>
  mistakes.get(version)?.(finding) ?? ['there is no schema'];

test.each(VERSIONS)(
  'every issue, whatever agents sent, is a Detection Finding of OCSF %s',
  (version) => {
    const told = new Set(findings.map(({ status }) => status));
    expect([...told].sort()).toEqual(['In Progress', 'New', 'Resolved', 'Suppressed']);
    for (const artefact of [
      'process',
      'dst_endpoint',
      'src_endpoint',
      'query',
      'file',
      'user',
      'container',
    ])
      expect(findings.some(({ evidences }) => artefact in (evidences[0] ?? {}))).toBe(true);
    for (const finding of findings)
      expect([wrong(version, finding), finding]).toEqual([[], finding]);
  },
);

/** The first finding with a process, changed. */
function broken(change: (finding: Record<string, unknown>) => unknown): unknown {
  const finding = findings.find(({ evidences }) => 'process' in (evidences[0] ?? {}));
  const copy = structuredClone(finding ?? {});
  change(copy);
  return copy;
}

describe.each(VERSIONS)('the schema of OCSF %s refuses a finding', (version) => {
  test.each([
    ['without a time', (f) => delete f['time'], "must have required property 'time'"],
    ['whose time is text', (f) => (f['time'] = '2026-03-03T10:11:12Z'), 'must be integer'],
    ['of another class', (f) => (f['class_uid'] = 2001), 'must be equal to constant'],
    ['with a severity of its own', (f) => (f['severity_id'] = 7), 'must be equal to one of'],
    ['with a field of its own', (f) => (f['verdikt'] = 'detected'), 'additional properties'],
    ['with evidence of nothing', (f) => (f['evidences'] = [{ uid: 'x' }]), 'in anyOf'],
    [
      'with a process that has no number',
      (f) => (f['evidences'] = [{ process: { name: 'sh' } }]),
      'in anyOf',
    ],
    [
      'with an address that is none',
      (f) => (f['evidences'] = [{ dst_endpoint: { ip: 'nowhere' } }]),
      'must match pattern',
    ],
    ['without a product', (f) => (f['metadata'] = { version: '1.5.0' }), "property 'product'"],
  ] satisfies [string, (finding: Record<string, unknown>) => unknown, string][])(
    '%s',
    (_, change, mistake) => expect(wrong(version, broken(change)).join('\n')).toContain(mistake),
  );
});
