import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { EventStream } from './event-stream';

test('it is said as browsers read it', async () => {
  const stream = new EventStream();
  stream.retry(2_000);
  stream.say('ready', 'id1', '{"a":1}');
  stream.beat('id2');
  stream.end();
  stream.end();
  stream.say('late', 'id3', '{}');
  expect(await text(stream)).toBe(
    'retry: 2000\n\nevent: ready\nid: id1\ndata: {"a":1}\n\n:\nid: id2\n\n',
  );
});

test('who does not read is cut off when 256 KiB wait for him', async () => {
  const stream = new EventStream();
  const closed = once(stream, 'close');
  let said = 0;
  for (; !stream.over; said += 1_000) stream.say('issue.updated', 'id', 'x'.repeat(1_000));
  await closed;
  expect(said).toBeGreaterThan(200_000);
  expect(said).toBeLessThan(300_000);
});

test('whoever has much to say waits until it was read', async () => {
  const stream = new EventStream();
  await stream.room();
  stream.say('issue.updated', 'id', 'x'.repeat(100_000));
  let free = false;
  const waiting = stream.room().then(() => (free = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(free).toBe(false);
  stream.resume();
  await waiting;
});

test('nobody waits for a client that has gone', async () => {
  const stream = new EventStream();
  stream.say('issue.updated', 'id', 'x'.repeat(100_000));
  const waiting = stream.room();
  stream.destroy();
  await waiting;
});
