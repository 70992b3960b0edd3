import type { Delivery } from '@parapet/contracts';
import { renderDelivery, renderListed } from './delivery.http';

const delivery = (response: string): Delivery => ({
  ...{ id: 'delivery_1', webhook_id: 'webhook_1', issue_id: 'issue_1', event: 'issue.created' },
  ...{ body: '{}', status: 'succeeded', created_at: '2026-01-01T00:00:00.000Z', next_at: null },
  attempts: [
    {
      ...{ number: 1, started_at: '2026-01-01T00:00:00.000Z', duration_ms: 5, status: 200 },
      ...{ error: null, message: '', response, address: '192.0.2.1' },
    },
  ],
});

test('a list has the beginning of a response, never half a character', () => {
  const response = `${'x'.repeat(1_023)}😀 and more`;
  expect(renderDelivery(delivery(response)).attempts[0]?.response).toBe(response);
  expect(renderListed(delivery(response)).attempts[0]?.response).toBe(`${'x'.repeat(1_023)}\ufffd`);
});
