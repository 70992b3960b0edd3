import { kafkaAnswers } from '../kafka/ask.mjs';
import { alone } from '../kafka/settings.mjs';
import { freePort } from '../ports.mjs';
import { kafkaImage } from './images.mjs';
import { host, openContainer, testcontainers } from './instance.mjs';

const INSIDE = 9092;

/** A broker in a container. See index.d.mts. */
export async function startContainerKafka({ port, advertised, guarded = true } = {}) {
  const { GenericContainer, Wait } = await testcontainers();
  const mine = port ?? (await freePort());
  const settings = {
    ...alone,
    'node.id': '1',
    'process.roles': 'broker,controller',
    'controller.quorum.voters': '1@localhost:9093',
    listeners: `PLAINTEXT://0.0.0.0:${INSIDE},CONTROLLER://localhost:9093`,
    'advertised.listeners': `PLAINTEXT://${advertised ?? `${host}:${mine}`}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
  };
  const environment = Object.entries(settings).map(([name, value]) => [
    `KAFKA_${name.replaceAll('.', '_').toUpperCase()}`,
    value,
  ]);
  const container = new GenericContainer(kafkaImage)
    .withEnvironment({ ...Object.fromEntries(environment), KAFKA_HEAP_OPTS: '-Xms128m -Xmx512m' })
    .withExposedPorts({ container: INSIDE, host: mine })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/));
  const answers = () => kafkaAnswers(host, mine);
  const brokers = advertised ?? `${host}:${mine}`;
  return openContainer({ container, answers, guarded, version: kafkaImage, brokers, port: mine });
}
