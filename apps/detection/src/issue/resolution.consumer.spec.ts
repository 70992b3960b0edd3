import { testHouse, type TestHouse, TestClock } from '@parapet/chassis/testing';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
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

const policyAppears = (): Promise<void> =>
  house.append('policies', 'policy_1', policyCreated('policy_1', policyDocument(['a.example'])));

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

test('what a person opened although a policy allows it stays open until that policy is changed', async () => {
  const seen = recorded(connection({ destination: 'a.example' }), { id: 'e', ms: clock.now() });
  await house.append('observations', AGENT.id, seen);
  await becomes('open');
  await policyAppears();
  await becomes('resolved');
  await setStatus('open');
  const other = policyCreated('policy_2', policyDocument(['other.example']));
  await house.append('policies', 'policy_2', other);
  await house.settled();
  await becomes('open');
  const again = policyUpdated('policy_1', 2, policyDocument(['*.example']));
  await house.append('policies', 'policy_1', again);
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
