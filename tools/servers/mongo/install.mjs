import { readFileSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { goCommand } from '../../go/find.mjs';
import { Advice, bringYourOwn } from '../advice.mjs';
import { cacheFolder, installed, stamp, withLock } from '../cache.mjs';
import { run } from '../command.mjs';
import { debianMirror, provide } from '../packages.mjs';
import { say } from '../say.mjs';
import { layout } from './layout.mjs';
import { goFromPackages } from './unpacked-go.mjs';

/** Pinned by the Go module proxy. */
const FERRETDB = 'v2.7.0';
/** From the newest Debian, which pins nothing: the version that came is recorded, and must begin like this. */
const DOCUMENTDB = 'postgresql-18-documentdb';
const ACCEPTED = /^(0\.1\d\d|1\.)/;

/** FerretDB and the PostgreSQL with the DocumentDB extension that it stands on. @returns its layout and `version` */
export async function installMongo() {
  const folder = join(cacheFolder(), `ferretdb-${FERRETDB}`);
  const { version } =
    installed(folder) ?? (await withLock('ferretdb', () => installed(folder) ?? build(folder)));
  return { ...layout(folder), version };
}

async function build(folder) {
  if (process.platform !== 'linux')
    throw new Advice(`A MongoDB without Docker can be had on Linux only: ${bringYourOwn}.`);
  await provide({ mmdebstrap: 'mmdebstrap', patchelf: 'patchelf' });
  say(`building FerretDB ${FERRETDB} and PostgreSQL in ${folder} (a minute or two)`);
  const half = `${folder}.${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true });
  try {
    const go = await goCommand();
    await Promise.all([extract(half, go), go && goInstall(go, half)]);
    if (!go) await goInstall(await goFromPackages(join(half, 'root')), half);
    await settle(half, folder);
    await rm(folder, { recursive: true, force: true });
    await rename(half, folder);
  } catch (error) {
    await rm(half, { recursive: true, force: true });
    throw error;
  }
  return stamp(folder, await versionsIn(folder));
}

/** Debian's packages, unpacked and not installed: no maintainer script runs, nothing of the machine changes. */
async function extract(half, go) {
  const packages = go ? DOCUMENTDB : `${DOCUMENTDB},golang-go`;
  const options = ['Acquire::Check-Valid-Until "false"', 'APT::Install-Recommends "false"'];
  const flags = options.map((option) => `--aptopt=${option}`);
  const target = ['sid', join(half, 'root'), await debianMirror()];
  await run('mmdebstrap', [
    '--quiet',
    '--variant=extract',
    `--include=${packages}`,
    ...flags,
    ...target,
  ]);
}

async function goInstall({ go, env }, half) {
  const settings = { ...env, GOBIN: join(half, 'bin'), CGO_ENABLED: '0' };
  await run(go, ['install', `github.com/FerretDB/FerretDB/v2/cmd/ferretdb@${FERRETDB}`], {
    env: settings,
  });
}

/** What PostGIS's maintainer script would do, and what nobody needs here. */
const tidy = `
for control in root/usr/share/postgresql/*/extension/postgis*-3.control; do
  [ ! -e "$control" ] || ln -sf "$(basename "$control")" "\${control%-3.control}.control"
done
cd root/usr
rm -rf share/doc share/man share/locale share/gdal share/proj share/go-* lib/go lib/go-* lib/postgresql/*/lib/bitcode ../dev
chmod -R go+rX ..
`;

/** Makes the unpacked programs find their libraries in the folder where they will lie. */
async function settle(half, folder) {
  await run('sh', ['-ec', tidy], { cwd: half });
  const here = layout(half);
  const there = layout(half, folder);
  for (const program of ['postgres', 'initdb', 'psql']) {
    const rpath = ['--force-rpath', '--set-rpath', there.libraryPath];
    await run('patchelf', ['--set-interpreter', there.loader, ...rpath, join(here.bin, program)]);
  }
  for (const path of [half, join(half, 'bin'), here.ferretdb]) await chmod(path, 0o755);
}

async function versionsIn(folder) {
  const { bin, ferretdb, extensions } = layout(folder);
  const control = readFileSync(join(extensions, 'documentdb.control'), 'utf8');
  const documentdb = /^default_version = '(.*)'/m.exec(control)?.[1] ?? '';
  if (!ACCEPTED.test(documentdb))
    throw new Advice(
      `Debian's DocumentDB is ${documentdb} now, which was never tried: ${bringYourOwn}.`,
    );
  const postgres = (await run(join(bin, 'postgres'), ['--version'])).trim();
  await run(ferretdb, ['--version']);
  return { version: `FerretDB ${FERRETDB} (DocumentDB ${documentdb}, ${postgres})` };
}
