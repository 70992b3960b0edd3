import type { ObservationBody } from '@parapet/contracts';
import { completeListed, renderListed } from './listed-observation';

const listed = (body: Partial<ObservationBody>): unknown => {
  const whole: ObservationBody = {
    kind: 'dns_query',
    timestamp: '2026-03-03T10:11:12.123456789Z',
    metadata: {},
    verdict: 'allowed',
    ...body,
  };
  const metadataJson = JSON.stringify(whole.metadata);
  const item = renderListed({ id: 'event_1', agentId: 'agent_1', body: whole, metadataJson });
  return JSON.parse(completeListed(item, '2026-03-03T10:11:13.000Z'));
};

test('a DNS observation has query and response', () => {
  const metadata = { query: 'api.example.net', response: ['203.0.113.9', 7] };
  expect(listed({ metadata })).toEqual({
    id: 'event_1',
    type: 'dns',
    timestamp: '2026-03-03T10:11:12.123456789Z',
    query: 'api.example.net',
    response: ['203.0.113.9'],
    kind: 'dns_query',
    metadata,
    verdict: 'allowed',
    agent_id: 'agent_1',
    received_at: '2026-03-03T10:11:13.000Z',
  });
});

test('one address that is no list is listed as a list', () => {
  expect(listed({ metadata: { response: '203.0.113.9' } })).toMatchObject({
    response: ['203.0.113.9'],
  });
});

test('other kinds have no query, and text is escaped', () => {
  const sent = { kind: 'odd"kind\n', metadata: { query: 'x', process: 'a "shell"' } };
  const item = listed(sent);
  expect(item).toMatchObject({ type: sent.kind, kind: sent.kind, metadata: sent.metadata });
  expect(item).not.toHaveProperty('query');
  expect(item).not.toHaveProperty('process');
});

test('process is what the metadata says of it', () => {
  const process = { pid: 1, command: 'sh', args: ['-c', 'id'] };
  expect(listed({ kind: 'process_execution', metadata: { process } })).toMatchObject({ process });
});
