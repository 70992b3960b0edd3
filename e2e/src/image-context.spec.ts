import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What .dockerignore lets in, and how paths look that it keeps out all the same. */
const lines = read('.dockerignore').split('\n');
const letIn = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
const keptOut = lines
  .filter((line) => line.startsWith('**/'))
  .map((line) => line.slice(3).replaceAll('.', '\\.').replaceAll('*', '[^/]*'))
  .map((name) => new RegExp(`(^|/)${name}(/|$)`));

let context: string;
beforeAll(() => {
  context = mkdtempSync(join(tmpdir(), 'parapet-image-'));
  const wanted = (file: string): boolean =>
    !keptOut.some((pattern) => pattern.test(relative(ROOT, file)));
  for (const path of letIn)
    cpSync(join(ROOT, path), join(context, path), { recursive: true, filter: wanted });
});
afterAll(() => rmSync(context, { recursive: true, force: true }));

test('the packages of every workspace are installed', () => {
  const taken = new Set([...read('deploy/Dockerfile').matchAll(/^COPY (\S+)\/package\.json /gm)]);
  expect([...taken].map(([, folder]) => folder).toSorted()).toEqual(
    globSync(['apps/*/package.json', 'libs/*/package.json', 'e2e/package.json'], { cwd: ROOT })
      .map((file) => file.replace('/package.json', ''))
      .toSorted(),
  );
});

test('everything is built of what .dockerignore lets in', async () => {
  for (const folder of ['', ...globSync('{apps,libs}/*', { cwd: context })]) {
    const packages = join(ROOT, folder, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, join(context, folder, 'node_modules'));
  }
  await promisify(execFile)(process.execPath, ['tools/build.mjs'], { cwd: context });
  for (const made of ['apps/gateway/dist/main.js', 'apps/dashboard/dist/index.html'])
    expect([made, existsSync(join(context, made))]).toEqual([made, true]);
});
