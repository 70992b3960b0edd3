import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DOCUMENT_FILE } from '../document/api-document';
import type { Tour } from './tour-report';

const run = promisify(execFile);
const GENERATOR = join(dirname(require.resolve('@hey-api/openapi-ts/package.json')), 'bin/run.js');
const COMPILER = require.resolve('typescript/bin/tsc');

/** As strict as TypeScript gets by one word, for a program of somebody who has the document alone. */
const TSCONFIG = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, target: 'es2023', outDir: 'out' },
    ...{ module: 'commonjs', moduleResolution: 'bundler', rootDir: '.' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
  },
  include: ['*.ts', 'generated/**/*.ts'],
};

/** The tour over a client that was generated from the committed API document. @throws Error with what the compiler said */
export async function compileTour(): Promise<Tour> {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-client-'));
  try {
    const what = [
      '-i',
      DOCUMENT_FILE,
      '-o',
      join(folder, 'generated'),
      '--no-log-file',
      '--silent',
    ];
    await run(process.execPath, [GENERATOR, ...what, '-c', '@hey-api/client-fetch']);
    await cp(join(__dirname, 'tour.mts'), join(folder, 'tour.ts'));
    await cp(join(__dirname, 'tour-report.ts'), join(folder, 'tour-report.ts'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
    await run(process.execPath, [COMPILER, '-p', folder]);
    const { tour } = (await import(join(folder, 'out/tour.js'))) as { tour: Tour };
    return tour;
  } catch (error) {
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`the client cannot be generated and compiled: ${said}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
