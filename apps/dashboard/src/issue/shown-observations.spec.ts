import { shownObservations } from './shown-observations';

const event = (id: string, receivedAt = '2026-03-03T10:00:00Z') => ({
  ...{ id, type: 'connect', kind: 'network_connection', metadata: {}, agent_id: 'agent_1' },
  ...{ timestamp: receivedAt, received_at: receivedAt, verdict: 'detected' as const },
});
const ids = (shown: readonly { readonly id: string }[]): string[] => shown.map(({ id }) => id);

test('the copies that are kept come first, then what pages have besides, each once', () => {
  const pages = [{ data: [event('c'), event('b')] }, { data: [event('a')] }];
  expect(ids(shownObservations([event('d'), event('c')], pages))).toEqual(['d', 'c', 'b', 'a']);
});

test('without pages the copies alone are shown', () => {
  expect(ids(shownObservations([event('b'), event('a')], []))).toEqual(['b', 'a']);
});
