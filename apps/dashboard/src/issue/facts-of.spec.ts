import type { IssueEventView } from '../api/generated/types.gen';
import { factsOf } from './facts-of';

const event = (metadata: IssueEventView['metadata']): IssueEventView => ({
  ...{ id: 'event_1', type: 'connect', kind: 'network_connection', metadata, verdict: 'detected' },
  ...{ timestamp: '2026-03-03T10:00:00Z', received_at: '2026-03-03T10:00:01Z' },
  agent_id: 'agent_1',
});

test('what is not known is left out', () => {
  expect(factsOf({ details: {}, micro_context: {}, evidence: [] })).toEqual([]);
});

test('the place is told by the agent and by the sensor', () => {
  const metadata = {
    kubernetes: { namespace: 'shop', pod: 'web-0' },
    container: { id: '77aa01bc23de', image: 'shop/web:2' },
  };
  const context = { platform: 'kubernetes', cluster: 'production' } as const;
  const told = { details: { port: 443, protocol: 'tcp' }, evidence: [event(metadata)] };
  expect(factsOf({ ...told, micro_context: context })).toEqual([
    ...[['Port', '443 (tcp)'] as const, ['Platform', 'Kubernetes'] as const],
    ...[['Cluster', 'production'] as const, ['Namespace', 'shop'] as const],
    ...[['Pod', 'web-0'] as const, ['Container', '77aa01bc23de'] as const],
    ['Image', 'shop/web:2'],
  ]);
});

test.each(['text', ['list'], null, 7])(
  'metadata that is no object of objects says nothing: %j',
  (odd) => {
    const evidence = [event({ kubernetes: odd, container: odd, user: { name: odd } })];
    expect(factsOf({ details: {}, micro_context: {}, evidence })).toEqual([]);
  },
);
