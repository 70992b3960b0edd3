import { testSettings } from '@parapet/chassis/testing';
import { call } from '../testing/call';

const run = (shell: string) =>
  call(['completion', shell], { settings: () => testSettings({ dataDir: '' }) });

test.each(['bash', 'zsh', 'fish'])('%s is told what to ask', async (shell) => {
  const { code, answer } = await run(shell);
  expect(code).toBe(0);
  expect(answer).toContain(`SHELL=${shell} parapet --get-yargs-completions`);
});

test('of another shell it says which there are', async () => {
  const { code, said } = await run('tcsh');
  expect([code, said]).toEqual([2, expect.stringContaining('"bash", "zsh", "fish"')]);
});
