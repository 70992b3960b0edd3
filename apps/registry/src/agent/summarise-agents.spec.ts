import type { Agent } from '@parapet/contracts';
import { MOST_CLUSTERS, summariseAgents } from './summarise-agents';

const NOW = Date.parse('2026-03-03T12:00:00.000Z');
const watch = { now: NOW, timeoutMs: 120_000 };

const agent = (more: Partial<Agent> = {}): Agent => ({
  ...{ id: 'agent_1', name: 'n', os: 'linux', kind: 'host', labels: {}, mode: 'detect' },
  ...{ token_digest: 'd', version: 1, made_by: [] },
  ...{ created_at: '2026-03-03T00:00:00.000Z', last_seen: '2026-03-03T00:00:00.000Z' },
  ...more,
});
const seen = { last_seen: '2026-03-03T11:59:00.000Z' };

test('nothing is counted as nothing, in every way', () => {
  expect(summariseAgents([], watch)).toEqual({
    total: 0,
    by_status: { connected: 0, disconnected: 0 },
    by_platform: { github_actions: 0, kubernetes: 0, vanilla: 0 },
    by_mode: { detect: 0, enforce: 0 },
    clusters: [],
  });
});

test('each agent is counted once in each way', () => {
  const kubernetes = { kind: 'kubernetes', labels: { cluster: 'production' } } as const;
  const agents = [
    agent(seen),
    agent({ kind: 'github', mode: 'enforce' }),
    agent({ ...kubernetes, ...seen }),
    agent(kubernetes),
    agent({ kind: 'kubernetes', labels: { cluster: 'a' }, ...seen }),
  ];
  expect(summariseAgents(agents, watch)).toEqual({
    total: 5,
    by_status: { connected: 3, disconnected: 2 },
    by_platform: { github_actions: 1, kubernetes: 3, vanilla: 1 },
    by_mode: { detect: 4, enforce: 1 },
    clusters: [
      { name: 'production', total: 2, connected: 1 },
      { name: 'a', total: 1, connected: 1 },
    ],
  });
});

test('of very many clusters the largest are named', () => {
  const names = Array.from({ length: MOST_CLUSTERS + 1 }, (_, n) => `c${1000 + n}`);
  const agents = ['c9', 'c9', ...names].map((cluster) => agent({ labels: { cluster } }));
  const { clusters } = summariseAgents(agents, watch);
  expect(clusters.map(({ name }) => name)).toEqual(['c9', ...names.slice(0, MOST_CLUSTERS - 1)]);
});
