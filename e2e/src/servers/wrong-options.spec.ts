import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const TOOLS = join(__dirname, '../../../tools');

describe.each(['chaos', 'fuzz'])('npm run %s', (tool) => {
  test.each([
    [['--nope'], /^Unknown option '--nope'.*\n$/],
    [['--seed', '0'], /^--seed must be a whole number from 1 on\n$/],
    [['--seed'], /^Option '--seed <value>' argument missing\n$/],
  ])('%j is refused with a sentence, and no stack', (args, sentence) => {
    const { status, stderr } = spawnSync(process.execPath, [join(TOOLS, `${tool}.mjs`), ...args], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, expect.stringMatching(sentence)]);
  });
});
