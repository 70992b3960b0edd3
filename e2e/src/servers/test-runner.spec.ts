import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const RUNNER = join(__dirname, '../../../tools/test.mjs');

const runTests = (...args: string[]) =>
  spawnSync(process.execPath, [RUNNER, ...args], { encoding: 'utf8' });

test('a failed test is counted and fails the run', () => {
  const { status, stderr } = runTests('--tier=alone', '--testMatch=**/one-of-two-fails.cjs');
  expect(stderr).toMatch(/^alone: 1 passed, 1 failed, \d+ s$/m);
  expect(status).toBe(1);
});

test('a tier without a test is a failure', () => {
  const { status, stderr } = runTests('--tier=alone', 'e2e/src/no-such-folder');
  expect(stderr).toMatch(/^alone: 0 passed, 1 failed, \d+ s$/m);
  expect(status).toBe(1);
});

test('a path where there is nothing to test is named', () => {
  const { status, stderr } = runTests('e2e/src/no-such-folder');
  expect(stderr).toContain('No test file fits e2e/src/no-such-folder.');
  expect(status).toBe(1);
});

test('a path is run in the tiers that have a file there, and in no other', () => {
  const { status, stderr } = runTests('libs/patterns/src/pattern.spec.ts');
  expect(stderr).toMatch(/^alone: \d+ passed, 0 failed, \d+ s$/m);
  expect(stderr).not.toMatch(/^(servers|apart): /m);
  expect(status).toBe(0);
});
