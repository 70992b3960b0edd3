// Builds the pages into dist/, beside each file its compressed forms; does nothing when nothing they are made of has changed.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const here = import.meta.dirname;
const root = join(here, '../..');
const DOCUMENT = join(here, '../gateway/openapi.json');
const GENERATED = join(here, 'src/api/generated');
const DIST = join(here, 'dist');
const STAMP = join(DIST, '.built-from');
/** The page itself is small and has another word in each answer. */
const COMPRESSED = /\.(css|js|svg)$/;

const require = createRequire(import.meta.url);
const [run, br, gz] = [execFile, brotliCompress, gzip].map((call) => promisify(call));

/** The typed client of the API that the pages ask, from the document. Needed for checking types, too. */
async function generateClient() {
  const stamp = join(GENERATED, '.made-from');
  const wanted = createHash('sha256').update(readFileSync(DOCUMENT)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const generator = join(
    dirname(require.resolve('@hey-api/openapi-ts/package.json')),
    'bin/run.js',
  );
  const plugins = ['client-fetch', 'typescript', 'sdk'].map((name) => `@hey-api/${name}`);
  const options = ['-i', DOCUMENT, '-o', GENERATED, '--no-log-file', '--silent', '-p', ...plugins];
  await run(process.execPath, [generator, ...options, '@tanstack/react-query'], { cwd: root });
  await writeFile(stamp, wanted);
}

function whatItIsMadeOf() {
  const files = globSync(['src/**/*.{ts,tsx,css}', 'public/*', '*.{html,json,mjs,mts}'], {
    cwd: here,
  })
    .filter((file) => !/\.spec\.tsx?$/.test(file) && !file.startsWith('src/api/generated'))
    .map((file) => join(here, file));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), DOCUMENT, join(root, 'package-lock.json')].filter(
    existsSync,
  ))
    hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
}

async function compress(folder) {
  const files = globSync('**/*', { cwd: folder }).filter((file) => COMPRESSED.test(file));
  await Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      const bytes = await readFile(path);
      await Promise.all([
        writeFile(`${path}.br`, await br(bytes)),
        writeFile(`${path}.gz`, await gz(bytes)),
      ]);
    }),
  );
}

/** Under `NODE_ENV=test`, as tests have it, other pages would be built than those that are handed on. */
async function asForUsers(work) {
  const { NODE_ENV: before } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

/** What a build that was killed left behind. */
async function removeRemains() {
  for (const left of globSync('dist.*.tmp', { cwd: here }))
    if (!isRunning(Number(left.split('.')[1]))) await rm(join(here, left), { recursive: true });
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Built beside and then put in place, so that a house that is running never serves half of it. */
export async function buildDashboard() {
  await generateClient();
  const wanted = whatItIsMadeOf();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return false;
  await removeRemains();
  const fresh = `${DIST}.${process.pid}.tmp`;
  await asForUsers(async () => {
    const { build } = await import('vite');
    await build({ root: here, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } });
  });
  await compress(fresh);
  await writeFile(join(fresh, '.built-from'), wanted);
  await rm(DIST, { recursive: true, force: true });
  await rename(fresh, DIST);
  return true;
}
