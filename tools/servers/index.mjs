import { Advice } from './advice.mjs';
import { dockerHas, kafkaImage, mongoImage } from './docker/images.mjs';
import { startContainerKafka } from './docker/kafka.mjs';
import { startContainerMongo } from './docker/mongo.mjs';
import { expectListening } from './given.mjs';
import { startNativeCluster, startNativeKafka } from './kafka/native.mjs';
import { startNativeMongo } from './mongo/native.mjs';
import { say } from './say.mjs';

export { endWithUs } from './guard.mjs';
export { freePort } from './ports.mjs';

/** Starts a Kafka of its own: a container where Docker has the image, else a process. See index.d.mts. */
export async function startKafka(options = {}) {
  if (options.secured) return startNativeKafka(options).catch(adviseOfSecured);
  const inDocker = !options.dataDir && (await dockerHas(kafkaImage));
  return inDocker ? startContainerKafka(options) : startNativeKafka(options);
}

function adviseOfSecured(error) {
  if (!(error instanceof Advice)) throw error;
  throw new Advice(`A secured Kafka is only had as a process of this machine. ${error.message}`);
}

/** Starts several brokers that are one Kafka: always processes. See index.d.mts. */
export const startKafkas = startNativeCluster;

/** Starts a server of its own that speaks MongoDB's protocol, likewise. See index.d.mts. */
export async function startMongo(options = {}) {
  const inDocker = !options.dataDir && (await dockerHas(mongoImage));
  return inDocker ? startContainerMongo(options) : startNativeMongo(options);
}

/** Both servers, as the settings want them: the given ones, else new ones. Says which. See index.d.mts. */
export async function openServers(options = {}) {
  const wanted = [
    [
      'KAFKA_BROKERS',
      async () => {
        const s = await startKafka(options);
        return [s, s.brokers];
      },
    ],
    [
      'MONGODB_URL',
      async () => {
        const s = await startMongo(options);
        return [s, s.url];
      },
    ],
  ];
  const opened = await Promise.allSettled(wanted.map(([name, start]) => open(name, start)));
  const servers = opened.flatMap(({ value }) => (value?.server ? [value.server] : []));
  const close = () => Promise.all(servers.map((server) => server.close())).then(() => undefined);
  const failed = opened.find(({ status }) => status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  return { env: Object.fromEntries(opened.map(({ value }) => value.setting)), servers, close };
}

async function open(name, start) {
  const given = process.env[name];
  if (given) {
    await expectListening(name, given);
    say(`${name} is given and used`);
    return { setting: [name, given] };
  }
  const began = performance.now();
  const [server, address] = await start();
  const took = ((performance.now() - began) / 1000).toFixed(1);
  say(`${server.version}, ${server.way}, at ${address} after ${took} s`);
  return { server, setting: [name, address] };
}
