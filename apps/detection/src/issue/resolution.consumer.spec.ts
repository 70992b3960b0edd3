import { testHouse, type TestHouse, TestClock } from '@parapet/chassis/testing';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import {
  decode,
  type IssueEvent,
  isoTime,
  type PolicyEvent,
  type Recorded,
} from '@parapet/contracts';
import { DetectionModule } from '../detection.module';
import {
  AGENT,
  connection,
  policyCreated,
  policyDocument,
  policyUpdated,
  recorded,
} from '../testing/facts';
import { ISSUES } from './issue.collection';
import { ResolutionConsumer } from './resolution.consumer';

let documents: GenerationsInMemory;
let house: TestHouse;
const clock = new TestClock();
beforeEach(async () => {
  documents = await GenerationsInMemory.open();
  house = await testHouse({ imports: [DetectionModule], clock, documents });
});
afterEach(() => house.close());

/** Resolves when there is one issue and it has this status. */
async function becomes(status: string): Promise<void> {
  for (const end = Date.now() + 20_000; ;) {
    const issues = await documents.page(ISSUES, { equal: {}, sort: 'created_at', limit: 10 });
    if (issues.length === 1 && issues[0]?.status === status) return;
    if (Date.now() > end) throw new Error(`never so: ${JSON.stringify(issues)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A fact of a policy, made a moment later than all before. */
function happens(event: PolicyEvent): Promise<void> {
  clock.advance(1);
  return house.append('policies', event.data.policy_id, { ...event, time: isoTime(clock.now()) });
}
const policyAppears = (): Promise<void> =>
  happens(policyCreated('policy_1', policyDocument(['a.example'])));

/** All that lies in a topic. */
async function inTopic<E extends PolicyEvent | IssueEvent>(
  topic: 'policies' | 'issues',
): Promise<Recorded<E>[]> {
  const ends = await house.log.ends(topic);
  const all: Recorded<E>[] = [];
  for await (const raws of house.log.read(
    topic,
    ends.map(() => 0),
    ends,
  ))
    all.push(...raws.map((raw) => decode<E>(raw)));
  return all;
}

async function setStatus(status: string): Promise<void> {
  const [issue] = await documents.page(ISSUES, { equal: {}, sort: 'created_at', limit: 1 });
  const authorization = `Bearer ${house.adminToken}`;
  const url = `/v1/issues/${issue?.id}`;
  const answer = await house.inject({
    ...{ method: 'PATCH', url, headers: { authorization }, payload: { status } },
  });
  expect(answer.statusCode).toBe(200);
}

test('rule 13: an issue that goes from acknowledged to open while issues are looked through is resolved too', async () => {
  const seen = recorded(connection({ destination: 'a.example' }), { id: 'e', ms: clock.now() });
  await house.append('observations', AGENT.id, seen);
  await becomes('open');
  await setStatus('acknowledged');
  const page = documents.page;
  let opened = false;
  documents.page = async (c, query) => {
    const acknowledged = 'status' in query.equal && query.equal['status'] === 'acknowledged';
    if (c.name === ISSUES.name && acknowledged && !opened) {
      opened = true;
      await setStatus('open');
    }
    return page(c, query);
  };
  await policyAppears();
  await house.settled();
  await becomes('resolved');
  expect(opened).toBe(true);
});

/** An issue that a policy has resolved is opened by a person. */
async function openedByHand(): Promise<void> {
  const seen = recorded(connection({ destination: 'a.example' }), { id: 'e', ms: clock.now() });
  await house.append('observations', AGENT.id, seen);
  await becomes('open');
  await policyAppears();
  await becomes('resolved');
  await setStatus('open');
}

test('what a person opened although a policy allows it stays open until that policy is changed', async () => {
  await openedByHand();
  await happens(policyCreated('policy_2', policyDocument(['other.example'])));
  await house.settled();
  await becomes('open');
  await happens(policyUpdated('policy_1', 2, policyDocument(['*.example'])));
  await becomes('resolved');
});

test('what a person opened although a policy allows it stays open when groups begin again', async () => {
  await openedByHand();
  const consumer = house.app.get(ResolutionConsumer, { strict: false });
  await consumer.rejudge(await inTopic<IssueEvent>('issues'));
  await becomes('open');
  await consumer.rescan(await inTopic<PolicyEvent>('policies'));
  await becomes('open');
});

test('an acknowledged issue that a policy allows is resolved once what blocked it is gone', async () => {
  const [allows, blocks] = [
    policyDocument(['a.example']),
    policyDocument(['a.example'], { type: 'block' }),
  ];
  await happens(policyCreated('policy_1', allows));
  await happens(policyCreated('policy_2', blocks));
  const seen = recorded(connection({ destination: 'a.example' }), { id: 'e', ms: clock.now() });
  await house.append('observations', AGENT.id, seen);
  await becomes('open');
  await setStatus('acknowledged');
  await happens(policyUpdated('policy_2', 2, { ...blocks, enabled: false }));
  await becomes('resolved');
});

test('rule 18: a list of issues that is dropped while it is looked through hides none from a new policy', async () => {
  const seen = recorded(connection({ destination: 'a.example' }), { id: 'e', ms: clock.now() });
  await house.append('observations', AGENT.id, seen);
  await becomes('open');
  const page = documents.page;
  let dropped = false;
  documents.page = async (c, query) => {
    if (c.name === ISSUES.name && 'status' in query.equal && !dropped) {
      dropped = true;
      await documents.dropDerived();
    }
    return page(c, query);
  };
  await policyAppears();
  await becomes('resolved');
  expect(dropped).toBe(true);
});
