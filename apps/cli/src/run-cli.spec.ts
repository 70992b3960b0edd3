import { readSettings } from '@parapet/chassis';
import { call } from './testing/call';

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  call(args, { env, settings: () => readSettings(env) });

test.each([[[]], [['help']], [['--help']], [['-h']]])(
  '%j says what there is, whatever the settings are',
  async (args) => {
    const { code, answer } = await run(args, { PORT: 'none' });
    expect(code).toBe(0);
    for (const name of ['parked', 'rebuild', 'topics', 'version'])
      expect(answer).toMatch(new RegExp(`^  parapet ${name} `, 'm'));
  },
);

test.each([[['help', 'parked']], [['parked', '--help']], [['parked', '-h']]])(
  '%j says what there is of it',
  async (args) => {
    const { code, answer } = await run(args);
    expect(code).toBe(0);
    for (const name of ['list', 'show <id>', 'retry [ids..]'])
      expect(answer).toContain(`  parapet parked ${name} `);
    expect(answer).not.toContain('parapet rebuild');
  },
);

test.each([['version'], ['--version']])('%s says which version it is', async (word) => {
  expect((await run([word])).answer).toMatch(/^parapet \d+\.\d+\.\d+\n$/);
});

test.each([
  [['sing'], 'There is no command "sing". `parapet help`'],
  [['parkd', '--all'], 'There is no command "parkd". Did you mean parked?'],
  [['--jsno'], 'There is no command "--jsno".'],
  [['parked', 'retyr'], 'There is no `parked retyr`. Did you mean retry?'],
  [['rebuild', 'now'], '`rebuild` takes no now.'],
  [['rebuild', '--', '--live'], '`rebuild` takes no --live.'],
  [['rebuild', '--quick'], "Unknown option '--quick'. `parapet help`"],
  [['rebuild', '--jsno'], "Unknown option '--jsno'. Did you mean --json?"],
  [['rebuild', '-j'], "Unknown option '-j'."],
  [
    ['parked', 'drop', '-hIdOfARecord', '--reason', 'it is ours', '--yes'],
    "Unknown option '-hIdOfARecord'. A word that begins with - comes last, behind --: -- -hIdOfARecord.",
  ],
  [['parked', 'drop', '--all', '--reason', '--', '-id'], '--reason is told nothing.'],
  [['agent', 'create', 'a', '--kind', 'host', '--label', '--', 'a=b'], '--label is told nothing.'],
  [['agent', 'mode', '--', '-id', '--off'], 'Given: "--off", Choices: "detect", "enforce"'],
  [['parked', '--', 'retyr'], 'There is no `parked retyr`. Did you mean retry?'],
  [['--', '-sing'], 'There is no command "-sing".'],
  [['--', 'agent', 'list'], 'There is no command "agent". It comes before --.'],
  [['issue', '--', 'show', 'a'], 'There is no `issue show`. It comes before --.'],
  [['parked', 'show', '-5id'], 'A word that begins with - comes last, behind --: -- -5id.'],
  [
    ['issue', 'ignore', 'a', '--reason', '-no need'],
    'What an option is told comes behind =: --reason=-no need.',
  ],
  [
    ['parked', 'list', '--topic'],
    'Not enough arguments following: topic. It is called `parapet parked list`.',
  ],
  [['parked', 'list', '--topic', 'a', '--topic', 'b'], 'A call can say --topic once.'],
  [['topics', 'all'], '`topics` takes no all.'],
])('%j is told what would be right, and ends with 2', async (args, sentence) => {
  const { code, said } = await run(args);
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
  expect(said).toContain('`parapet help`');
});

test.each([
  [['policy', 'apply', '-', '--prune', '--yes']],
  [['policy', 'apply', 'a.yaml', '-', '--prune', '--yes']],
  [['policy', 'apply', '-', '--dry-run']],
  [['policy', 'show', '-']],
  [['agent', 'delete', '-']],
  [['token', 'revoke', '-']],
  [['parked', 'retry', '-']],
])('%j is told that - means nothing there, and nothing is done without it', async (args) => {
  const { code, said } = await run(args, { PARAPET_TOKEN: 't' });
  expect([code, said]).toEqual([
    2,
    expect.stringContaining('Only `send` takes - for what is piped in'),
  ]);
});

test.each([
  [['policy', 'apply', 'a.yaml', '--dry-run=yes'], '--dry-run is true or false, not "yes"'],
  [['policy', 'apply', 'a.yaml', '--dry-run=1', '--yes'], '--dry-run is true or false, not "1"'],
  [['policy', 'apply', 'a.yaml', '--dry-run=TRUE'], '--dry-run is true or false, not "TRUE"'],
  [['policy', 'apply', 'a.yaml', '--dry-run='], '--dry-run is true or false, not ""'],
  [['token', 'revoke', 'a', '--help=on'], '--help is true or false, not "on"'],
  [['token', 'revoke', 'a', '-h=on'], '-h is true or false, not "on"'],
])('%j is not read as no: nothing is done', async (args, sentence) => {
  const { code, said } = await run(args, { PARAPET_TOKEN: 't', PARAPET_URL: 'http://127.0.0.1:2' });
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
});

test.each([
  [['version', '--help=true'], 0],
  [['policy', 'apply', 'nowhere.yaml', '--dry-run=false', '--yes'], 1],
])('%j is taken as it says', async (args, as) => {
  const { code } = await run(args, { PARAPET_TOKEN: 't', PARAPET_URL: 'http://127.0.0.1:2' });
  expect(code).toBe(as);
});

test('a bad setting is a sentence, and it ends with 1', async () => {
  const { code, said } = await run(['topics'], { PORT: 'none' });
  expect([code, said]).toEqual([1, expect.stringMatching(/^PORT must be a port number/)]);
});
