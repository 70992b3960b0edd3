import { tokenDigest, TokenTable } from '@parapet/chassis';
import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import type { IssueEvent, RawRecord } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { DetectionModule } from '../detection.module';
import { ElsewhereModule } from '../testing/elsewhere';
import { occurred } from '../testing/facts';
import { Listening } from '../testing/listening';
import { countOf, taken } from '../testing/taken';
import { AgentDesk } from './agent-desk';
import { Newsroom } from './newsroom';
import { placeId } from './place';
import { STREAM_TYPES } from './stream-types';

const MISSED = 150;
/** As long as a text of an issue may be, in letters of three bytes. */
const LONG = 'ლ'.repeat(512);
const details = { domain: 'x.com', process: LONG, command: LONG, path: LONG };
const BEGINNING = placeId({ issues: [0, 0, 0], agents: [0, 0, 0], at: 0 });

let house: TestHouse;
beforeEach(async () => {
  house = await testHouse({ imports: [DetectionModule, ElsewhereModule] });
});
afterEach(() => house.close());

const tokenId = (): string =>
  house.app.get(TokenTable).withDigest(tokenDigest(house.adminToken))?.id ?? '';
const tell = (event: IssueEvent): Promise<void> =>
  house.append('issues', event.data.issue_id, event);

/** Other work has its turn. */
const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

test('rule 19: a client that takes what it is told is told all that it missed, however much that is', async () => {
  for (let i = 1; i <= MISSED; i += 1)
    await tell(occurred('IssueCreated', { a: 1 }, { issue_id: `issue_${i}`, details }));
  await house.settled();
  const stream = await house.app.get(Newsroom).open({
    caller: { kind: 'user', tokenId: tokenId(), permissions: ['admin'] },
    types: STREAM_TYPES,
    lastId: BEGINNING,
  });
  const text = await taken(stream, 'issue.created', MISSED);
  expect(countOf(text, 'issue.created')).toBe(MISSED);
});

test('rule 19: whoever asked for updates alone is told one that came together with the creation', async () => {
  await tell(occurred('IssueCreated', { a: 1 }));
  await tell(occurred('IssueRecurred', { b: 2 }));
  await tell(occurred('IssueCreated', { c: 1 }, { issue_id: 'issue_2' }));
  await house.settled();
  const types = ['issue.updated'] as const;
  const listening = await Listening.open(house.app.get(Newsroom), tokenId(), {
    ...{ types, lastId: BEGINNING },
  });
  await tell(occurred('IssueRecurred', { d: 2 }, { issue_id: 'issue_2' }));
  await listening.hear(({ data }) => data['id'] === 'issue_2');
  expect(listening.heard).toMatchObject([
    { type: 'ready' },
    { type: 'issue.updated', data: { id: 'issue_1', occurrences: 2 } },
    { type: 'issue.updated', data: { id: 'issue_2', occurrences: 2 } },
  ]);
});

test('nothing is waited for any more for a client that has gone while it was told what it missed', async () => {
  await house.addAgent();
  await house.settled();
  const { progress } = house.app.get(AgentDesk);
  let asked = 0;
  jest.spyOn(progress, 'reached').mockImplementation(async () => {
    asked += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return false;
  });
  const listening = await Listening.open(house.app.get(Newsroom), tokenId(), { lastId: BEGINNING });
  await aWhile();
  listening.stream.destroy();
  await aWhile();
  const until = asked;
  await aWhile();
  expect(until).toBeGreaterThan(1);
  expect(asked).toBe(until);
});

test('the log is read no further for a client that has gone', async () => {
  const gone = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let read = 0;
  jest.spyOn(house.app.get(EventLog), 'read').mockImplementation(async function* () {
    try {
      for (; read < 20; read += 1) {
        yield [] as RawRecord[];
        await gone.promise;
      }
    } finally {
      closed.resolve();
    }
  });
  const listening = await Listening.open(house.app.get(Newsroom), tokenId(), { lastId: BEGINNING });
  listening.stream.destroy();
  gone.resolve();
  await closed.promise;
  expect(read).toBeLessThan(2);
});
