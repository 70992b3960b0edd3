import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, installed, stamp, withLock } from '../servers/cache.mjs';
import { run } from '../servers/command.mjs';
import { say } from '../servers/say.mjs';
import { findPython } from './python.mjs';

const REQUIREMENTS = fileURLToPath(new URL('requirements.txt', import.meta.url));

/** Schemathesis in an environment of its own. @returns the Python that has it, and its version */
export async function installSchemathesis() {
  const python = await findPython();
  const folder = join(cacheFolder(), `schemathesis-${keyOf(python.version)}`);
  const { version } =
    installed(folder) ??
    (await withLock('schemathesis', () => installed(folder) ?? build(python.command, folder)));
  return { python: join(folder, 'bin/python'), version };
}

/** Another Python or other packages are another folder: an environment works with the Python that made it only. */
function keyOf(version) {
  const packages = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
  return `${packages.slice(0, 12)}-python-${version}`;
}

async function build(command, folder) {
  say(`installing Schemathesis in ${folder}`);
  const half = `${folder}.${process.pid}`;
  const python = join(half, 'bin/python');
  const pinned = ['--require-hashes', '--only-binary=:all:', '-r', REQUIREMENTS];
  try {
    await run(command, ['-m', 'venv', half]);
    await run(python, [
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      ...pinned,
    ]);
    await rm(folder, { recursive: true, force: true });
    // Its scripts name the folder in which they were made; `python -m` does not care.
    await rename(half, folder);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
  const moved = join(folder, 'bin/python');
  return stamp(folder, { version: (await run(moved, ['-m', ...CLI, '--version'])).trim() });
}

/** How Python is told to run Schemathesis. */
export const CLI = ['schemathesis.cli', '--no-color'];
