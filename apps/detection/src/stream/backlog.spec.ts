import { Backlog } from './backlog';
import { EventStream } from './event-stream';

const MOST = 10_000;
const items = (count: number) => Array.from({ length: count }, (_, number) => ({ number }));

function backlogOf(stream: EventStream) {
  const said: number[] = [];
  const backlog = new Backlog<{ readonly number: number }>(stream, ({ number }) => {
    said.push(number);
    stream.say('issue.updated', 'id', 'x'.repeat(1_000));
  });
  return { backlog, said };
}

test('what came before it begins is said then, in its order and before what comes later', async () => {
  const stream = new EventStream();
  const { backlog, said } = backlogOf(stream);
  backlog.add(items(2));
  expect([said, backlog.isDone]).toEqual([[], false]);
  backlog.begin();
  backlog.add([{ number: 2 }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect([said, backlog.isDone]).toEqual([[0, 1, 2], true]);
});

test('who does not read is told no more than there is room for, and cut off when 10,000 wait for him', async () => {
  const stream = new EventStream();
  const { backlog, said } = backlogOf(stream);
  backlog.begin();
  backlog.add(items(MOST));
  await new Promise((resolve) => setImmediate(resolve));
  expect(said.length).toBeLessThan(100);
  expect([stream.over, backlog.isDone]).toEqual([false, false]);
  backlog.add(items(MOST));
  expect(stream.over).toBe(true);
});
