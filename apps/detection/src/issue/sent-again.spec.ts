import { isoTime, type IssueResolved, Unavailable } from '@parapet/contracts';
import { TestClock, testHouse, type TestHouse } from '@parapet/chassis/testing';
import { readAll } from '@parapet/eventlog/testing';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { DetectionModule } from '../detection.module';
import { LawBook } from '../policy/law-book';
import { AGENT, at, connection, meta, recorded } from '../testing/facts';
import { ISSUES, occurrences } from './issue.collection';
import { Detections } from './detections';
import { IssueConsumer } from './issue.consumer';
import { IssueLog } from './issue-log';
import { KnownIssues } from './known-issues';

const OCCURRENCES = occurrences(0).name;
const clock = new TestClock();
let documents: ReadModel;
let house: TestHouse;
/** Whether the list of issues stays as it is. */
let isHeld = false;

beforeEach(async () => {
  documents = await openEmbeddedReadModel({ path: ':memory:' });
  const insert = documents.insert.bind(documents);
  const write = documents.write.bind(documents);
  documents.insert = async (c, made) => {
    if (isHeld && c.name === OCCURRENCES) throw new Unavailable('the list is held');
    return insert(c, made);
  };
  documents.write = async (c, changes) => {
    if (isHeld && c.name === ISSUES.name) throw new Unavailable('the list is held');
    return write(c, changes);
  };
  house = await testHouse({ imports: [DetectionModule], clock, documents });
});
afterEach(() => {
  isHeld = false;
  return house.close();
});

const body = connection({ destination: 'x.example' });

async function observe(sent = body, id = 'event_1'): Promise<void> {
  const copy = recorded(sent, { id, ms: clock.now() });
  await house.append('observations', AGENT.id, copy);
}

/** The issue that facts are about, once there are so many. */
async function saidOf(facts: number): Promise<string> {
  for (const end = Date.now() + 20_000; Date.now() < end;) {
    const said = await readAll(house.log, 'issues');
    const [first] = said;
    if (first && said.length === facts) return first.key;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`never ${facts} facts`);
}

/** Somebody resolves it, a second before now. */
async function resolvedNow(issueId: string): Promise<void> {
  const resolved: IssueResolved = {
    ...meta('IssueResolved', clock.now()),
    data: { issue_id: issueId, version: 2, reason: null },
  };
  await house.append('issues', issueId, resolved);
  clock.advance(1_000);
}

test.each([
  ['its resolution', 'observed'],
  ['anything of it', 'nothing'],
])('rule 11: what is sent again opens no issue before the list shows %s', async (_, shown) => {
  isHeld = shown === 'nothing';
  await observe();
  const issueId = await saidOf(1);
  if (shown === 'observed') await house.settled();
  isHeld = true;
  await resolvedNow(issueId);
  await observe();
  await saidOf(3);
  isHeld = false;
  await house.settled();
  const issue = await documents.get(ISSUES, issueId);
  expect(issue).toMatchObject({ status: 'resolved', version: 2, occurrences: 1 });
});

test('rule 11: nor when another process judges it than judged it the first time', async () => {
  isHeld = true;
  await observe();
  const issueId = await saidOf(1);
  await resolvedNow(issueId);
  const get = house.app.get.bind(house.app);
  const known = new KnownIssues(documents, get(IssueLog), house.settings);
  const other = new IssueConsumer(get(Detections), known, clock, get(LawBook));
  const copy = recorded(body, { id: 'event_1', ms: clock.now() });
  const info = { topic: 'observations', group: 'other', partition: 0 } as const;
  const { signal } = new AbortController();
  const judged = other.detect([at('observations', 1, AGENT.id, copy)], { ...info, signal });
  isHeld = false;
  await judged;
  await house.settled();
  const issue = await documents.get(ISSUES, issueId);
  expect(issue).toMatchObject({ status: 'resolved', version: 2, occurrences: 1 });
});

test('an open issue was last seen when its observation first came, however often that is sent again', async () => {
  await observe();
  const issueId = await saidOf(1);
  await house.settled();
  const first = await documents.get(ISSUES, issueId);
  clock.advance(60_000);
  await observe();
  await house.settled();
  const issue = await documents.get(ISSUES, issueId);
  expect(issue).toMatchObject({ occurrences: 1, last_seen: first?.last_seen });
});

test('what was no occurrence when it was first sent is taken for new: it opens what was resolved meanwhile', async () => {
  await observe();
  const issueId = await saidOf(1);
  await observe({ ...body, verdict: 'allowed' }, 'event_2');
  await house.settled();
  await resolvedNow(issueId);
  const sentAgain = clock.now();
  await observe(body, 'event_2');
  await house.settled();
  expect(await documents.get(ISSUES, issueId)).toMatchObject({
    ...{ status: 'open', version: 3, occurrences: 2 },
    last_seen: isoTime(sentAgain),
  });
});
