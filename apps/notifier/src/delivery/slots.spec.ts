import { Slots } from './slots';

const slots = (perWebhook: number, prompt: number, unknown = prompt, slow = unknown): Slots =>
  new Slots({ perWebhook, upTo: { slow, unknown, prompt } });

test('a webhook gets as many as it may have, others are not touched', () => {
  const some = slots(8, 20);
  expect(some.take('webhook_1', 'prompt')).toBe(8);
  expect(some.take('webhook_1', 'prompt')).toBe(0);
  expect(some.take('webhook_2', 'prompt')).toBe(8);
  expect(some.take('webhook_3', 'prompt')).toBe(4);
  expect(some.take('webhook_4', 'prompt')).toBe(0);
});

test('what is given back can be taken again', () => {
  const some = slots(8, 8);
  some.take('webhook_1', 'prompt');
  some.give('webhook_1', 3);
  expect(some.take('webhook_2', 'prompt')).toBe(3);
  some.give('webhook_2', 3);
  some.give('webhook_1', 5);
  expect(some.take('webhook_1', 'prompt')).toBe(8);
});

test('slow ones leave some to those that nobody knows, and both some to prompt ones', () => {
  const some = slots(8, 24, 20, 12);
  expect(['slow_1', 'slow_2', 'slow_3'].map((id) => some.take(id, 'slow'))).toEqual([8, 4, 0]);
  expect(['new_1', 'new_2'].map((id) => some.take(id, 'unknown'))).toEqual([8, 0]);
  expect(some.freeTo('unknown')).toBe(0);
  expect(some.take('prompt_1', 'prompt')).toBe(4);
  expect(some.freeTo('prompt')).toBe(0);
});

test('prompt ones may have what there is, and then nobody else has any', () => {
  const some = slots(24, 24, 20, 12);
  expect(some.take('prompt_1', 'prompt')).toBe(24);
  expect(some.freeTo('slow')).toBe(0);
  expect(some.take('slow_1', 'slow')).toBe(0);
  some.give('prompt_1', 1);
  expect(some.take('slow_1', 'slow')).toBe(1);
});

test('what a webhook has counts as of the pace that it has now', () => {
  const some = slots(8, 24, 20, 12);
  some.take('webhook_1', 'prompt', 4);
  some.take('webhook_1', 'slow', 4);
  expect(some.freeTo('slow')).toBe(8);
  some.give('webhook_1', 4);
  expect(some.freeTo('slow')).toBe(12);
});
