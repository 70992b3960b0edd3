import { testHouse, type TestHouse } from '@parapet/chassis/testing';
import { isoTime } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import { DetectionModule } from '../detection.module';
import { issueNumber } from '../testing/many-issues';
import { ISSUES, type OccurrenceDocument, occurrences } from './issue.collection';

let house: TestHouse;
let store: ReadModel;
beforeAll(async () => {
  house = await testHouse({ imports: [DetectionModule] });
  store = house.app.get(ReadModel);
});
afterAll(() => house.close());

interface Paged {
  readonly data: readonly object[];
  readonly pagination: { readonly next_cursor: string | null };
}

/** How many items each page has of a list that is asked for a thousand at a time. */
async function pagesOf(path: string): Promise<number[]> {
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor && `&cursor=${cursor}`;
    const headers = { authorization: `Bearer ${house.adminToken}` };
    const { body } = await house.inject({ url: `${path}?limit=1000${from}`, headers });
    expect(body.length).toBeLessThan(9 * 1024 * 1024);
    const { data, pagination } = JSON.parse(body) as Paged;
    sizes.push(data.length);
    cursor = pagination.next_cursor;
  }
  return sizes;
}

test('a page of issues about long texts ends at about 8 MiB, and the next one has the rest', async () => {
  // As JSON six times as long.
  const long = '\u0001'.repeat(512);
  const details = { process: long, command: long, path: long, domain: long, protocol: long };
  const issues = Array.from({ length: 700 }, (_, i) => ({ ...issueNumber(i), details }));
  await store.insert(ISSUES, issues);
  const [first, second, ...others] = await pagesOf('/v1/issues');
  expect([first, second, ...others]).toEqual([expect.any(Number), 700 - Number(first)]);
});

test('so does a page of the events of an issue', async () => {
  await store.insert(ISSUES, [{ ...issueNumber(0), id: 'issue_long' }]);
  const received_at = isoTime(house.clock.now());
  const kinds = { kind: 'dns', type: 'dns', verdict: 'detected' };
  const events = Array.from({ length: 1_000 }, (_, i): OccurrenceDocument => {
    const seen = { id: `event_${i}`, agent_id: 'agent_1', timestamp: received_at, received_at };
    const event = { ...kinds, ...seen, metadata: { long: 'x'.repeat(12_000) } };
    const counted = { issue_id: 'issue_long', counted_at: 0, kept_from: received_at };
    return { id: `issue_long/event_${i}`, ...counted, at: String(i), received_at, event };
  });
  await store.insert(occurrences(house.settings.observationRetentionMs), events);
  const [first, second, ...others] = await pagesOf('/v1/issues/issue_long/events');
  expect([first, second, ...others]).toEqual([expect.any(Number), 1_000 - Number(first)]);
});
