import { isFiltered } from '../api/from-address';
import { agentsSearch, lets } from './agents.search';

const AGENT = {
  ...{ id: 'agent_4f', name: 'Worker-7', hostname: 'ip-10-0-0-7' },
  ...({ status: 'connected', platform: 'vanilla', cluster: 'eu' } as const),
};

test('what cannot be in an address is left out of it', () => {
  const search = agentsSearch({ status: 'gone', platform: 'vanilla', cluster: 127, other: 1 });
  expect(search).toEqual({ platform: 'vanilla', cluster: '127' });
  expect(isFiltered(agentsSearch({ status: 'gone' }))).toBe(false);
});

test.each([
  [{}, true],
  [{ status: 'connected', platform: 'vanilla', cluster: 'eu' }, true],
  [{ status: 'disconnected' }, false],
  [{ platform: 'kubernetes' }, false],
  [{ cluster: 'us' }, false],
  [{ search: 'WORKER' }, true],
  [{ search: '10-0' }, true],
  [{ search: 'agent_4f' }, true],
  [{ search: 'worker-8' }, false],
] as const)('filters %j let an agent of the stream through: %s', (search, through) => {
  expect(lets(search, AGENT)).toBe(through);
});

test('an agent without a cluster is in none', () => {
  expect(lets({ cluster: 'eu' }, { ...AGENT, cluster: undefined })).toBe(false);
});
