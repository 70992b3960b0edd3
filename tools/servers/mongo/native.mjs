import { join } from 'node:path';
import { unprivileged } from '../cache.mjs';
import { answering, dataFolder, openInstance } from '../instance.mjs';
import { freePort } from '../ports.mjs';
import { startProcess } from '../processes.mjs';
import { mongoAnswers, smokeTest } from './ask.mjs';
import { installMongo } from './install.mjs';
import { startPostgres } from './postgres.mjs';

const HOST = '127.0.0.1';

/** A server that speaks MongoDB's protocol, as processes of this machine. See index.d.mts. */
export async function startNativeMongo({ port, dataDir, guarded = true } = {}) {
  const installed = await installMongo();
  const folder = await dataFolder(dataDir, unprivileged);
  const mine = port ?? (await freePort());
  const postgresPort = await freePort();
  const launch = async (started) => {
    await startPostgres({ installed, folder: folder.path, port: postgresPort, started });
    const ferretdb = startProcess(installed.ferretdb, words(folder.path, mine, postgresPort), {
      ...unprivileged,
      cwd: folder.path,
      log: join(folder.path, 'ferretdb.log'),
    });
    started(ferretdb);
    await answering(installed.version, ferretdb, () => mongoAnswers(HOST, mine));
    await smokeTest(HOST, mine);
  };
  const facts = {
    way: 'native',
    version: installed.version,
    url: `mongodb://${HOST}:${mine}/`,
    port: mine,
  };
  return openInstance({ launch, folder, guarded, ...facts });
}

const words = (folder, port, postgresPort) => [
  `--postgresql-url=postgres://postgres@${HOST}:${postgresPort}/postgres`,
  `--listen-addr=${HOST}:${port}`,
  '--debug-addr=-',
  `--state-dir=${folder}`,
  '--telemetry=disable',
  '--log-level=WARN',
  '--no-auth',
];
