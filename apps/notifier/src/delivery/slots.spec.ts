import { Slots } from './slots';

test('a webhook gets as many as it may have, others are not touched', () => {
  const slots = new Slots(8, 20);
  expect(slots.take('webhook_1')).toBe(8);
  expect(slots.take('webhook_1')).toBe(0);
  expect(slots.take('webhook_2')).toBe(8);
  expect(slots.take('webhook_3')).toBe(4);
  expect(slots.take('webhook_4')).toBe(0);
});

test('what is given back can be taken again', () => {
  const slots = new Slots(8, 8);
  slots.take('webhook_1');
  slots.give('webhook_1', 3);
  expect(slots.take('webhook_2')).toBe(3);
  slots.give('webhook_2', 3);
  slots.give('webhook_1', 5);
  expect(slots.take('webhook_1')).toBe(8);
});
