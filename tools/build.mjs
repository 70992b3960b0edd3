// Services: SWC, one process, no bundler. Writes only what changed and removes what has no source any more. Then the pages.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { transformFile } from '@swc/core';
import { buildDashboard } from '../apps/dashboard/build.mjs';

const began = performance.now();
const sources = globSync('{apps,libs}/*/src/**/*.ts', {
  exclude: ['apps/dashboard/**'],
}).filter((f) => !/\.(spec|d)\.ts$/.test(f));

async function put(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  await mkdir(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}.tmp`;
  await writeFile(half, text);
  await rename(half, file);
}

const built = await Promise.all(
  sources.map(async (file) => {
    const out = file.replace('/src/', '/dist/').replace(/\.ts$/, '.js');
    const { code, map } = await transformFile(file, { configFile: '.swcrc', sourceFileName: file });
    await put(`${out}.map`, map);
    await put(out, `${code}\n//# sourceMappingURL=${out.split('/').pop()}.map\n`);
    return [out, `${out}.map`];
  }),
);
const wanted = new Set(built.flat());
const stale = globSync('{apps,libs}/*/dist/**/*.{js,map}', {
  exclude: ['apps/dashboard/**'],
}).filter((f) => !wanted.has(f));
await Promise.all(stale.map((f) => rm(f, { force: true })));
console.log(`built ${sources.length} files in ${Math.round(performance.now() - began)} ms`);
if (await buildDashboard())
  console.log(`built the dashboard after ${Math.round(performance.now() - began)} ms`);
