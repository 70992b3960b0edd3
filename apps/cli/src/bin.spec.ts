import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { COMMANDS } from './commands';
import { claim } from './send/spool-claim';

const BIN = join(__dirname, '../bin/parapet.mjs');
/** As a shell would call it: without what only tests set. */
const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };

function shell(script: string, input = ''): { status: number | null; out: string; said: string } {
  const said = `parapet() { "${process.execPath}" "${BIN}" "$@"; }\n${script}`;
  const options = { env, input, encoding: 'utf8', cwd: __dirname } as const;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', said], options);
  return { status, out: stdout, said: stderr };
}

test('what is built and called by its name says what there is', () => {
  const { status, out } = shell('parapet --help');
  expect(status).toBe(0);
  for (const { name } of COMMANDS) expect(out).toContain(`\n  parapet ${name} `);
});

test('it ends with 1 for what could not be done, and with 2 for a wrong call', () => {
  const nobody = 'PARAPET_TOKEN=t parapet agent list --url http://127.0.0.1:2';
  const { out, said } = shell(`${nobody}; echo $?; parapet agnet; echo $?`);
  expect(out).toBe('1\n2\n');
  expect(said).toContain('The house at http://127.0.0.1:2 does not answer');
  expect(said).toContain('Did you mean agent?');
});

test('a policy that another program pipes in, through a socket, is read', () => {
  const { out, said } = shell('parapet policy apply /dev/stdin --yes --token t; echo $?', 'a: 1');
  expect([out, said]).toEqual(['1\n', expect.stringMatching(/^\/dev\/stdin: Unknown key "a": /)]);
});

test('headers that another program pipes in, through a socket, are read', () => {
  const create = 'parapet webhook create https://a.example --header-file /dev/stdin --token t';
  const { out, said } = shell(`${create} --url http://127.0.0.1:2; echo $?`, 'Bearer sesame');
  expect([out, said]).toEqual([
    '1\n',
    '/dev/stdin, line 1: a header is written like Name: value.\n',
  ]);
});

test('what will never be taken ends it at once, also where the pipe that it reads by a name is quiet', () => {
  const strange = '--url http://127.0.0.1:1 --token t';
  const quiet = "< <(echo '{}'; exec sleep 20 2> /dev/null)";
  const { out, said } = shell(
    `parapet send /dev/stdin ${strange} ${quiet}; echo $?; kill $! && echo 'it is quiet'`,
  );
  expect(out).toMatch(/\n1\nit is quiet\n$/);
  expect(said).toContain('What answers at http://127.0.0.1:1 is no house');
});

test('who has read enough of an answer is told of no error', () => {
  const { out, said } = shell('parapet --help | head -1; echo ${PIPESTATUS[0]}');
  expect([out, said]).toEqual([expect.stringMatching(/^Tools .*\n0\n$/), '']);
});

test('an answer that could not be written, such as a token on a full disk, is not told to be done', () => {
  const { out, said } = shell('parapet version > /dev/full; echo $?');
  expect([out, said]).toEqual(['1\n', expect.stringMatching(/^The answer could not be written: /)]);
});

test('the tabulator key completes commands, options, and what they can be', () => {
  const words = {
    'parapet po': 'policy',
    'parapet policy ap': 'apply',
    'parapet policy apply --dr': '--dry-run',
    'parapet agent create a --kind ku': 'kubernetes',
    'parapet issue ack': 'acknowledge',
    'parapet issue list --sev': '--severity',
    'parapet webhook redeliver-': 'redeliver-failed',
    'parapet webhook create https://a.example --format te': 'teams',
    'parapet completion z': 'zsh',
  };
  const tab =
    'tab() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _parapet; echo "${COMPREPLY[*]}"; }';
  const lines = Object.keys(words).map((line) => `tab ${line}`);
  const { out, said } = shell(['source <(parapet completion bash)', tab, ...lines].join('\n'));
  expect([out.trimEnd().split('\n'), said]).toEqual([Object.values(words), '']);
});

/** Has a process take itself for one of an older Node, though what it starts does not. */
const OLD_NODE =
  "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.0.0'}})";

describe('called with an older Node', () => {
  let folder: string;
  let called: ChildProcess;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parapet-bin-'));
    const away = ['--url', 'http://127.0.0.1:2', '--token', 't', '--spool', folder];
    const args = ['--import', OLD_NODE, BIN, 'send', ...away];
    called = spawn(process.execPath, args, { env, stdio: ['pipe', 'ignore', 'ignore'] });
    called.stdin?.write('{}\n');
    while (!existsSync(join(folder, '000000000001.ndjson'))) await pause(20);
  });
  afterEach(() => {
    // What reads of it ends with it, whoever started that.
    called.stdin?.destroy();
    rmSync(folder, { recursive: true });
  });

  test('it hands on that it shall end, and ends as what it has called: that holds no spool any more', async () => {
    called.kill('SIGTERM');
    expect(await once(called, 'exit')).toEqual([0, null]);
    claim(folder, 'observation')();
  });

  test('it ends by the signal that has ended what it called', async () => {
    called.kill('SIGHUP');
    expect(await once(called, 'exit')).toEqual([null, 'SIGHUP']);
    claim(folder, 'observation')();
  });
});
