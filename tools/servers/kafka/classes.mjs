import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withLock } from '../cache.mjs';
import { run } from '../command.mjs';
import { freePort } from '../ports.mjs';
import { end, isAlive, startProcess } from '../processes.mjs';
import { say } from '../say.mjs';
import { until } from '../until.mjs';
import { CLUSTER, jvm } from './jvm.mjs';
import { files } from './settings.mjs';

const PATIENCE_MS = 60_000;

let version;

/**
 * The archive of the classes that a broker loads, made once per Java: with it a JVM is up in little more than half the time.
 * A JVM that it does not fit does without it.
 * @param folder where Kafka is installed, with its jars in `classpath`
 * @returns its path; undefined where it could not be made
 */
export async function classArchive({ folder, classpath }) {
  version ??= run('sh', ['-c', 'java -version 2>&1']);
  const java = /build ([\w.+-]+)/.exec(await version)?.[1] ?? 'unknown';
  const archive = join(folder, `classes-${java}.jsa`);
  if (!existsSync(archive))
    await withLock('kafka-classes', async () => existsSync(archive) || make(archive, classpath));
  return statSync(archive).size > 0 ? archive : undefined;
}

/** Starts a broker, ends it in order, and keeps the classes that it had loaded; an empty file where Java keeps none. */
async function make(archive, classpath) {
  say(`keeping the classes of Kafka in ${archive}`);
  const folder = await mkdtemp(join(tmpdir(), 'parapet-classes-'));
  const [port, controllerPorts] = [await freePort(), [await freePort()]];
  const at = { data: join(folder, 'data'), port, brokers: `127.0.0.1:${port}`, controllerPorts };
  for (const [name, text] of Object.entries(files(at))) await writeFile(join(folder, name), text);
  const conf = join(folder, 'server.properties');
  const log = join(folder, 'broker.log');
  const half = `${archive}.${process.pid}`;
  const words = (archived) => jvm({ folder, classpath, archived });
  let broker;
  try {
    const format = ['kafka.tools.StorageTool', 'format', '-t', CLUSTER, '-c', conf];
    await run('java', [...words([]), ...format]);
    const keeping = [`-XX:ArchiveClassesAtExit=${half}`];
    broker = startProcess('java', [...words(keeping), 'kafka.Kafka', conf], { log });
    const started = () => readFileSync(log, 'utf8').includes('Kafka Server started');
    await until(() => !isAlive(broker) || started(), PATIENCE_MS);
    await end(broker, PATIENCE_MS);
    if (!existsSync(half)) await writeFile(half, '');
    await rename(half, archive);
  } finally {
    if (broker) await end(broker);
    await rm(folder, { recursive: true, force: true });
  }
}
