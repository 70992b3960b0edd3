import { execFile } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '../..');

/** How a run of Jest with our reporter ends that has one test. */
async function exitCodeOf(test: string): Promise<number | null> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jest-exit-')));
  writeFileSync(join(folder, 'one.spec.js'), test);
  const config = { rootDir: folder, reporters: [join(root, 'tools/jest-result.cjs')] };
  try {
    return await new Promise((resolve) => {
      const jest = [
        join(root, 'node_modules/jest/bin/jest.js'),
        '--config',
        JSON.stringify(config),
      ];
      const child = execFile(process.execPath, jest, { cwd: folder });
      child.once('close', resolve);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['a test fails', 'it("fails", () => expect(1).toBe(2))', 1],
  ['a file cannot be run', 'throw new Error("no test here")', 1],
  ['all pass', 'it("passes", () => expect(1).toBe(1))', 0],
])('Jest, called by hand, says by its exit code that %s', async (_, test, code) => {
  expect(await exitCodeOf(test)).toBe(code);
});
