import { EventEmitter } from 'node:events';
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

test('who listens decides himself, until he does so no more', () => {
  const first = process(1);
  heardAsFirst(first);
  const end = jest.fn();
  first.on('SIGTERM', end);
  first.emit('SIGTERM');
  expect([end.mock.calls.length, first.exit.mock.calls]).toEqual([1, []]);
  first.off('SIGTERM', end);
  first.emit('SIGTERM');
  expect(first.exit.mock.calls).toEqual([[143]]);
});

test('any other process is left to the kernel', () => {
  const other = process(2);
  heardAsFirst(other);
  expect(other.eventNames()).toEqual([]);
});
