import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '../python/environment.mjs';
import { run } from '../servers/command.mjs';

const beside = (file) => fileURLToPath(new URL(file, import.meta.url));
const pythonIn = (folder) => join(folder, 'bin/python');
const VERSION = 'from importlib.metadata import version; print(version("ocsf-json-schema"))';

/** A class of the published schema. See schema.d.mts. */
export async function ocsfSchema({ version, name, profiles }) {
  const { folder } = await pythonEnvironment({
    name: 'ocsf',
    who: 'The tests of the OCSF export',
    requirements: beside('requirements.txt'),
    versionOf: async (made) => (await run(pythonIn(made), ['-c', VERSION])).trim(),
  });
  const words = ['-B', beside('schema.py'), version, name, ...profiles];
  return JSON.parse(await run(pythonIn(folder), words));
}
