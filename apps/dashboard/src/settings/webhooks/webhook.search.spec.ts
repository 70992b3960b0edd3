import { webhookSearch } from './webhook.search';

test('what the address says is taken when it is known, and left out when it is not', () => {
  const asked = { tab: 'secret', status: 'given_up', delivery: 'delivery_1' };
  expect(webhookSearch({ ...asked, more: 1 })).toEqual(asked);
  expect(webhookSearch({ tab: 'x', status: 3, delivery: '../issues' })).toEqual({});
});
