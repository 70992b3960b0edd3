import { Projections } from '@parapet/chassis';
import { type IssueEvent, type Recorded, Unavailable } from '@parapet/contracts';
import { PROJECTION_PROGRESS } from '@parapet/readmodel';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { issueCreated } from '../testing/issue-facts';
import { KnownTransitions } from './known-transitions';
import { FOLDED_ISSUES, TRANSITIONS } from './transition.collection';
import { TransitionProjection } from './transition.projection';

let store: GenerationsInMemory;
let projections: Projections;
beforeEach(async () => {
  store = await GenerationsInMemory.open();
  await store.declare(PROJECTION_PROGRESS);
  await store.declare(TRANSITIONS);
  await store.declare(FOLDED_ISSUES);
  projections = new Projections(store);
});
afterEach(() => store.close());

const record: Recorded<IssueEvent> = {
  ...{ position: { topic: 'issues', partition: 0, offset: 0 }, key: 'issue_1' },
  event: issueCreated('issue_1'),
};
async function project(): Promise<void> {
  await new TransitionProjection(store).project([record]);
  await projections.of('notifier.transitions', 'issues').save(0, 1);
}

test('the transitions of facts are known when they have been projected', async () => {
  const known = new KnownTransitions(store, projections);
  expect(await known.of([record], 0)).toBeNull();
  await project();
  expect([...((await known.of([record], 0)) ?? [])]).toMatchObject([
    ['issues/0/0', { issue_id: 'issue_1' }],
  ]);
});

test('rule 18: transitions that are dropped while the planner looks are not taken for none', async () => {
  await project();
  const getMany = store.getMany;
  store.getMany = async (c, ids, fields) => {
    await store.dropDerived();
    return getMany(c, ids, fields);
  };
  await expect(new KnownTransitions(store, projections).of([record], 0)).rejects.toThrow(
    Unavailable,
  );
});
