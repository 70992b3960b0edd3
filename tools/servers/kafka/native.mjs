import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../command.mjs';
import { answering, dataFolder, openInstance } from '../instance.mjs';
import { freePort } from '../ports.mjs';
import { startProcess } from '../processes.mjs';
import { kafkaAnswers } from './ask.mjs';
import { installKafka } from './install.mjs';
import { CLUSTER, jvm } from './jvm.mjs';
import { certificates, SASL_SSL, scramUsers, securedSettings } from './secured.mjs';
import { files } from './settings.mjs';

/** Brokers as processes of this machine, that are one Kafka together. See index.d.mts. */
export async function startNativeCluster(count) {
  // One of two would decide nothing without the other: there the first decides.
  const [controllers, copies] = count < 3 ? [1, 1] : [count, 3];
  const controllerPorts = [];
  while (controllerPorts.length < controllers) controllerPorts.push(await freePort());
  const starting = Array.from({ length: count }, (_, i) =>
    startNativeKafka({ node: i + 1, controllerPorts, copies }),
  );
  const started = await Promise.allSettled(starting);
  const failed = started.find(({ status }) => status === 'rejected');
  if (!failed) return started.map(({ value }) => value);
  await Promise.all(started.map(({ value }) => value?.close()));
  throw failed.reason;
}

/** A broker as a process of this machine. See index.d.mts. */
export async function startNativeKafka(options = {}) {
  const { port, advertised, dataDir, guarded = true, secured, node, copies } = options;
  const { classpath, version, archive } = await installKafka();
  const folder = await dataFolder(dataDir);
  const mine = port ?? (await freePort());
  const brokers = advertised ?? `127.0.0.1:${mine}`;
  const controllerPorts = options.controllerPorts ?? [await freePort()];
  const security = secured && (await secure(secured, folder.path));
  const written = files({
    ...security?.files,
    data: join(folder.path, 'data'),
    port: mine,
    brokers,
    controllerPorts,
    node,
    copies,
  });
  for (const [name, text] of Object.entries(written))
    await writeFile(join(folder.path, name), text);

  const conf = join(folder.path, 'server.properties');
  const log = join(folder.path, 'broker.log');
  const archived = archive ? [`-XX:SharedArchiveFile=${archive}`] : [];
  const words = jvm({ folder: folder.path, classpath, archived });
  const format = ['kafka.tools.StorageTool', 'format', ...(security?.format ?? [])];
  const launch = async (started) => {
    if (!existsSync(join(folder.path, 'data/meta.properties')))
      await run('java', [...words, ...format, '-t', CLUSTER, '-c', conf]);
    const broker = startProcess('java', [...words, 'kafka.Kafka', conf], { log });
    started(broker);
    const ready = () =>
      readFileSync(log, 'utf8').includes('Kafka Server started') &&
      kafkaAnswers('127.0.0.1', mine, security?.ca);
    await answering(version, broker, ready);
  };
  const facts = { way: 'native', version, brokers, port: mine, caFile: security?.caFile };
  return openInstance({ launch, folder, guarded, ...facts });
}

/** What a broker, and who asks it, must be told when clients reach it by TLS and log in. */
async function secure(secured, folder) {
  const stores = await certificates(folder);
  return {
    caFile: stores.caFile,
    ca: await readFile(stores.caFile),
    files: { protocol: SASL_SSL, more: securedSettings(secured, stores) },
    format: scramUsers(secured),
  };
}
