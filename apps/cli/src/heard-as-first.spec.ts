import { EventEmitter } from 'node:events';
import { endedByHand } from './ended-by-hand';
import { heardAsFirst } from './heard-as-first';

/** A process of this number. */
const process = (pid: number) => Object.assign(new EventEmitter(), { pid, exit: jest.fn() });

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('the first process of a container is ended by %s, though the kernel does not', (name, code) => {
  const first = process(1);
  heardAsFirst(first);
  first.emit(name);
  expect(first.exit.mock.calls).toEqual([[code]]);
});

test('a command that listens decides itself, until it has forgotten', () => {
  const first = process(1);
  heardAsFirst(first);
  const ending = endedByHand(first);
  first.emit('SIGTERM');
  expect([ending.signal.aborted, first.exit.mock.calls]).toEqual([true, []]);
  ending.forget();
  first.emit('SIGTERM');
  expect(first.exit.mock.calls).toEqual([[143]]);
});

test('any other process is left to the kernel', () => {
  const other = process(2);
  heardAsFirst(other);
  expect(other.eventNames()).toEqual([]);
});
