import { tokenDigest, TokenTable } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { DetectionModule } from '../detection.module';
import { ElsewhereModule } from '../testing/elsewhere';
import { occurred } from '../testing/facts';
import { Listening } from '../testing/listening';
import { IssueDesk } from './issue-desk';
import { Newsroom } from './newsroom';
import { placeId } from './place';

const BEGINNING = placeId({ issues: [0, 0, 0], agents: [0, 0, 0], at: 0 });

let documents: GenerationsInMemory;
let house: TestHouse;
beforeEach(async () => {
  documents = await GenerationsInMemory.open();
  house = await testHouse({ imports: [DetectionModule, ElsewhereModule], documents });
});
afterEach(() => house.close());

const listen = (lastId?: string): Promise<Listening> => {
  const token = house.app.get(TokenTable).withDigest(tokenDigest(house.adminToken));
  return Listening.open(house.app.get(Newsroom), token?.id ?? '', lastId ? { lastId } : {});
};
const happened = (issue_id: string): Promise<void> =>
  house.append('issues', issue_id, occurred('IssueCreated', { [issue_id]: 1 }, { issue_id }));
/** Drops the documents once, when a change can be read and has not been yet; resolves then. */
const droppedWhenReached = (): Promise<void> =>
  new Promise((resolve) => {
    const desk = house.app.get(IssueDesk);
    const newsOf = desk.newsOf.bind(desk);
    jest.spyOn(desk, 'newsOf').mockImplementationOnce(async (changes) => {
      await documents.dropDerived();
      resolve();
      return newsOf(changes);
    });
  });
/** What is told up to this issue, which happens now. */
async function createdUntil(listening: Listening, id: string): Promise<unknown[]> {
  await happened(id);
  await listening.hear(({ data }) => data['id'] === id);
  return listening.heard.flatMap(({ type, data }) => (type === 'issue.created' ? data['id'] : []));
}

test('rule 19: a change whose documents are dropped as it is looked up is told when they are made again', async () => {
  const listening = await listen();
  const dropped = droppedWhenReached();
  await happened('issue_1');
  await dropped;
  expect(await createdUntil(listening, 'issue_2')).toEqual(['issue_1', 'issue_2']);
});

test('rule 19: whoever resumes while documents are dropped is told all that was missed when they are made again', async () => {
  await happened('issue_1');
  await house.settled();
  const dropped = droppedWhenReached();
  const listening = await listen(BEGINNING);
  await dropped;
  expect(await createdUntil(listening, 'issue_2')).toEqual(['issue_1', 'issue_2']);
});
