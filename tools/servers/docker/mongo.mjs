import { mongoAnswers, smokeTest } from '../mongo/ask.mjs';
import { command } from '../mongo/wire.mjs';
import { freePort } from '../ports.mjs';
import { until } from '../until.mjs';
import { mongoImage } from './images.mjs';
import { host, openContainer, testcontainers } from './instance.mjs';

const INSIDE = 27_017;

/**
 * MongoDB in a container, a replica set of one as in production. Its member has the name that it has inside, so clients
 * are told to stay with the address they were given. See index.d.mts.
 */
export async function startContainerMongo({ port, guarded = true } = {}) {
  const { GenericContainer, Wait } = await testcontainers();
  const mine = port ?? (await freePort());
  const container = new GenericContainer(mongoImage)
    .withCommand(['mongod', '--replSet', 'rs0', '--bind_ip_all'])
    .withExposedPorts({ container: INSIDE, host: mine })
    .withWaitStrategy(Wait.forListeningPorts());
  const answers = () => mongoAnswers(host, mine);
  const prepare = async () => {
    await becomePrimary(mine);
    await smokeTest(host, mine);
  };
  const url = `mongodb://${host}:${mine}/?directConnection=true`;
  const facts = { version: mongoImage, url, port: mine };
  return openContainer({ container, answers, prepare, guarded, ...facts });
}

/** A fresh member of a replica set writes nothing until the set is made; another kind of server writes at once. */
async function becomePrimary(port) {
  const isPrimary = async () =>
    (await command(host, port, { hello: 1, $db: 'admin' })).isWritablePrimary === true;
  if (await isPrimary()) return;
  const members = [{ _id: 0, host: `127.0.0.1:${INSIDE}` }];
  await command(host, port, { replSetInitiate: { _id: 'rs0', members }, $db: 'admin' });
  if (!(await until(isPrimary, 30_000))) throw new Error(`${mongoImage} did not become primary`);
}
