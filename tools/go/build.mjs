import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pythonEnvironment } from '../python/environment.mjs';
import { cacheFolder, withLock } from '../servers/cache.mjs';
import { run } from '../servers/command.mjs';
import { goCommand } from './find.mjs';

/** Nothing is fetched: a program of one file has the standard library, and that comes with Go. */
const OFFLINE = {
  CGO_ENABLED: '0',
  GOFLAGS: '',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GOWORK: 'off',
};

/** Makes a program of one file of Go. See build.d.mts. */
export async function buildGo(source, program) {
  const go = (await goCommand())?.go ?? (await broughtGo());
  const env = { ...OFFLINE, GOCACHE: join(cacheFolder(), 'go-build') };
  // One after the other: the first compiles the standard library, the next find it done.
  await withLock('go-build', () => run(go, ['build', '-trimpath', '-o', program, source], { env }));
}

/** Go in an environment of Python, which is where it can be had pinned by a hash. */
async function broughtGo() {
  const { folder } = await pythonEnvironment({
    name: 'go',
    who: 'The tests of receivers',
    requirements: fileURLToPath(new URL('requirements.txt', import.meta.url)),
    versionOf: async (made) => (await run(goIn(made), ['version'])).trim(),
  });
  return goIn(folder);
}

/** Not the script beside Python, which names the folder in which it was made. */
function goIn(folder) {
  const [go] = globSync('lib/python*/site-packages/go/bin/go', { cwd: folder });
  if (!go) throw new Error(`there is no Go in ${folder}`);
  return join(folder, go);
}
