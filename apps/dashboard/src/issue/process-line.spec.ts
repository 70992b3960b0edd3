import { processLine } from './process-line';

const deep = (depth: number): object =>
  depth === 0 ? { name: 'init', pid: 1 } : { name: `p${depth}`, parent: deep(depth - 1) };

test.each([
  ['no metadata', undefined],
  ['a text', 'process'],
  ['no process', { destination: 'example.com' }],
  ['a process that is a text', { process: 'curl' }],
  ['a process without a name', { process: { pid: 7 } }],
])('%s is no line of processes', (_, metadata) => {
  expect(processLine(metadata)).toEqual([]);
});

test('a process has its arguments, its number and its user', () => {
  const process = { pid: 4211, executable: '/usr/bin/curl', command: 'curl', args: ['-s', 7, 'x'] };
  expect(processLine({ process, user: 'root' })).toEqual([
    { name: '/usr/bin/curl', pid: '4211', command: 'curl -s x', user: 'root' },
  ]);
});

test('what Tetragon tells of the parent stands before it', () => {
  const process = {
    ...{ pid: 12, executable: '/usr/bin/curl', command: '/usr/bin/curl https://example.com' },
    ...{
      uid: 0,
      cwd: '/srv',
      parent: '/bin/bash',
      parent_pid: 9,
      parent_command: '/bin/bash -c x',
    },
  };
  expect(processLine({ process })).toEqual([
    { name: '/bin/bash', pid: '9', command: '/bin/bash -c x' },
    {
      ...{ name: '/usr/bin/curl', pid: '12', command: '/usr/bin/curl https://example.com' },
      ...{ user: '0', cwd: '/srv' },
    },
  ]);
});

test('what Falco tells of older ancestors stands first', () => {
  const fields = { 'proc.aname[2]': 'sshd', 'proc.aname[3]': 'systemd', 'proc.ppid': '88' };
  const process = { command: 'cat /etc/shadow', executable: '/usr/bin/cat', parent: 'bash' };
  expect(processLine({ process, fields }).map(({ name, pid }) => [name, pid])).toEqual([
    ['systemd', undefined],
    ['sshd', undefined],
    ['bash', '88'],
    ['/usr/bin/cat', undefined],
  ]);
});

test('parents within parents are followed, and no deeper than anybody reads', () => {
  expect(processLine({ process: deep(2) }).map(({ name }) => name)).toEqual(['init', 'p1', 'p2']);
  expect(processLine({ process: deep(100) })).toHaveLength(16);
});

test('a command that only repeats the name is not shown twice', () => {
  const [one] = processLine({ process: { executable: '/bin/sh', command: '/bin/sh' } });
  expect(one?.command).toBeUndefined();
});
