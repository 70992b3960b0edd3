import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '../python/environment.mjs';
import { run } from '../servers/command.mjs';

/** How Python is told to run Schemathesis. */
export const CLI = ['schemathesis.cli', '--no-color'];

/** Schemathesis in an environment of its own. @returns the Python that has it, and its version */
export async function installSchemathesis() {
  const { folder, version } = await pythonEnvironment({
    name: 'schemathesis',
    who: 'The fuzz tests',
    requirements: fileURLToPath(new URL('requirements.txt', import.meta.url)),
    versionOf: async (made) => (await run(pythonIn(made), ['-m', ...CLI, '--version'])).trim(),
  });
  return { python: pythonIn(folder), version };
}

const pythonIn = (folder) => join(folder, 'bin/python');
