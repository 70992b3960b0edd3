import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCall } from './arguments/read-call';
import { COMMANDS } from './commands';

const page = (name: string): string => readFileSync(join(__dirname, '../../../docs', name), 'utf8');
const PAGE = page('cli.md');

const helpOf = (path: readonly string[]): string => {
  const call = readCall([...path, '--help'], COMMANDS);
  return 'text' in call ? call.text : '';
};

/** The commands that this help lists, and their own; itself where it lists none. */
function commandsOf(path: readonly string[]): string[] {
  const listed = [...helpOf(path).matchAll(/^ {2}parapet ([a-z]+(?: [a-z-]+)?)/gm)];
  if (listed.length === 0) return [path.join(' ')];
  return listed.flatMap(([, name = '']) => commandsOf(name.split(' ')));
}

test('docs/cli.md has every command of the help, and no other', () => {
  const known = commandsOf([]);
  const written = [...PAGE.matchAll(/^\| `([a-z]+(?: [a-z-]+)?)/gm)].map(([, name = '']) => name);
  // `completion bash`: the second word is what the command is told.
  const commands = written.map((name) => (known.includes(name) ? name : name.replace(/ .*/, '')));
  expect(commands.sort()).toEqual(known.sort());
});

test('every option that docs/cli.md names is one', () => {
  const helps = commandsOf([]).map((name) => helpOf(name.split(' ')));
  const options = new Set(helps.join('\n').match(/--[a-z-]+/g));
  const written = PAGE.replace('--build-arg', '').match(/--[a-z][a-z-]+/g) ?? [];
  expect(written.filter((option) => !options.has(option))).toEqual([]);
  expect(written).toContain('--prune');
});

test.each(['operations.md', 'receiving-webhooks.md'])(
  'what docs/%s has one start by hand runs on the Node of the project: the one at hand may be too old',
  (name) => {
    const started = page(name).match(/\S+ node (apps|docs)\/\S+\.(js|mts)/g) ?? [];
    expect(started.length).toBeGreaterThan(0);
    for (const call of started) expect(call).toMatch(/^npx node /);
  },
);

test('a shell of a checkout that does as docs/cli.md says knows `parapet` as a command', () => {
  const [, said = 'true'] = /`(export PATH=[^`]+)`/.exec(PAGE) ?? [];
  const cwd = join(__dirname, '../../..');
  const found = spawnSync('bash', ['-c', `${said}; command -v parapet`], { cwd, encoding: 'utf8' });
  expect(found.stdout.trim()).toBe(join(cwd, 'node_modules/.bin/parapet'));
});

test('what docs/operations.md has one start by hand is told where the gateway answers: links would lead to the service itself', () => {
  const [, gateway] = /^PORT=(\d+) npx node apps\/gateway\//m.exec(page('operations.md')) ?? [];
  expect(page('operations.md')).toMatch(
    new RegExp(`^export .*PUBLIC_URL=http://localhost:${gateway}$`, 'm'),
  );
});
