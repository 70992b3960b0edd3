import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder, installed, stamp, withLock } from '../servers/cache.mjs';
import { run } from '../servers/command.mjs';
import { say } from '../servers/say.mjs';
import { findPython } from './find.mjs';

/**
 * Packages of Python in an environment of their own, kept beside the test servers; installed the first time.
 * @param wanted `name` of what is installed, `who` needs it, `requirements` (a file: versions and hashes), `versionOf` asks
 * the finished environment, by its folder, which version came
 * @returns the environment's folder and that version
 * @throws Advice where there is no Python
 */
export async function pythonEnvironment({ name, who, requirements, versionOf }) {
  const { command, version: python } = await findPython(who);
  const folder = join(cacheFolder(), `${name}-${keyOf(requirements, python)}`);
  const make = async () => {
    say(`installing ${name} in ${folder}`);
    await fill(folder, command, requirements);
    return stamp(folder, { version: await versionOf(folder) });
  };
  const { version } =
    installed(folder) ?? (await withLock(name, () => installed(folder) ?? make()));
  return { folder, version };
}

/** Another Python or other packages are another folder: an environment works with the Python that made it only. */
function keyOf(requirements, python) {
  const packages = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  return `${packages.slice(0, 12)}-python-${python}`;
}

const PINNED = ['--require-hashes', '--only-binary=:all:'];

async function fill(folder, command, requirements) {
  const half = `${folder}.${process.pid}`;
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PINNED];
  try {
    await run(command, ['-m', 'venv', half]);
    await run(join(half, 'bin/python'), [...pip, '-r', requirements]);
    await rm(folder, { recursive: true, force: true });
    // Its scripts name the folder in which they were made; `python -m` does not care.
    await rename(half, folder);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
}
