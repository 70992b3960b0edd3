import { readSettings } from '@parapet/chassis';
import { runCli } from './run-cli';
import { recordedTerminal } from './testing/recorded-terminal';

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const { terminal, answer, said } = recordedTerminal();
  const around = { terminal, settings: () => readSettings(env), now: () => 0 };
  return { code: await runCli(args, around), answer: answer(), said: said() };
}

test.each([[[]], [['help']], [['--help']], [['-h']], [['parked', '--help']]])(
  '%j says what there is, whatever the settings are',
  async (args) => {
    const { code, answer } = await run(args, { PORT: 'none' });
    expect(code).toBe(0);
    for (const call of ['parked list', 'parked show', 'parked retry', 'rebuild --live', 'topics'])
      expect(answer).toContain(`parapet ${call}`);
  },
);

test.each([['version'], ['--version']])('%s says which version it is', async (word) => {
  expect((await run([word])).answer).toMatch(/^parapet \d+\.\d+\.\d+\n$/);
});

test.each([
  [['unpark'], 'There is no command "unpark".'],
  [['rebuild', 'now'], '`rebuild` takes no now.'],
  [['rebuild', '--fast'], "Unknown option '--fast'."],
  [['topics', 'all'], '`topics` takes no all.'],
])('%j is told what would be right, and ends with 2', async (args, sentence) => {
  const { code, said } = await run(args);
  expect([code, said]).toEqual([2, expect.stringContaining(sentence)]);
  expect(said).toContain('`parapet help`');
});

test('a bad setting is a sentence, and it ends with 1', async () => {
  const { code, said } = await run(['topics'], { PORT: 'none' });
  expect([code, said]).toEqual([1, expect.stringMatching(/^PORT must be a port number/)]);
});
