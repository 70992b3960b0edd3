import type { HouseClient, HouseRequest } from '../../house/house-client';
import type { Moment } from '../day/moment';
import { deliver } from './doors';

const { signal } = new AbortController();
const moment = (line: string): Moment => ({ at: 0, agent: 'demo-node-3', door: 'native', line });
const TWO = [moment('{"n":1}'), moment('{"n":2}')];

/** A house that answers this, and keeps what it was asked. */
function answering(answer: object) {
  const asked: (HouseRequest & { path: string })[] = [];
  const read = <T>(path: string, request?: HouseRequest): Promise<T> => {
    asked.push({ path, ...request });
    // What a house would answer as JSON.
    return Promise.resolve(JSON.parse(JSON.stringify(answer)));
  };
  const never = () => Promise.reject(new Error('not asked'));
  const house: HouseClient = { url: '', ask: never, remove: never, read };
  return { house, asked };
}

test('what one sensor tells at once goes out as lines, each with an outcome of its own', async () => {
  const { house, asked } = answering({ results: [{ status: 'updated' }, { status: 'skipped' }] });
  expect(await deliver(house, 'tetragon', TWO, signal)).toEqual(['kept', 'skipped']);
  expect(asked).toMatchObject([
    {
      ...{ path: '/v1/integrations/tetragon', method: 'POST', body: '{"n":1}\n{"n":2}' },
      headers: { 'content-type': 'application/x-ndjson' },
    },
  ]);
});

test('what stands alone has one answer', async () => {
  const { house, asked } = answering({ id: 'event_1', status: 'created' });
  expect(await deliver(house, 'native', TWO.slice(1), signal)).toEqual(['kept']);
  expect(asked).toMatchObject([{ path: '/v1/events_v2', method: 'PUT', body: '{"n":2}' }]);
});

test.each([
  [{ status: 'refused', error: 'verdict must be one of …' }, 'verdict must be one of …'],
  [{ status: 'deferred' }, 'deferred'],
])('a line that is not kept ends the demo with the reason: %j', async (result, reason) => {
  const { house } = answering({ results: [{ status: 'created' }, result] });
  await expect(deliver(house, 'batch', TWO, signal)).rejects.toThrow(
    `The house did not take what a sensor told: ${reason}`,
  );
});
