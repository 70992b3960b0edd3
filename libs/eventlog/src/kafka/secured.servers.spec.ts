import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect, promisify } from 'node:util';
import { Unavailable } from '@parapet/contracts';
import type { SASLOptions } from 'kafkajs';
import { startKafka } from '../../../../tools/servers/index.mjs';
import { idsOf, readAll, sampleEvent, sampleEvents, Seen } from '../testing';
import type { KafkaEventLogOptions } from './kafka-options';
import { openKafkaEventLog } from './open-kafka-event-log';
import { TcpProxy } from './testing/tcp-proxy';
import { type TestKafka, withKafka } from './testing/test-kafka';

const username = 'parapet';
const RIGHT = 'the-right-password';
const WRONG = 'another-password';
const SESSION_MS = 5_000;

type Mechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512';
const MECHANISMS: readonly Mechanism[] = ['plain', 'scram-sha-256', 'scram-sha-512'];

const sasl = (mechanism: Mechanism, password = RIGHT) => ({ mechanism, username, password });

let kafka: Awaited<ReturnType<typeof startKafka>>;
let trusted: { readonly ca: string };
let caFile: string;

beforeAll(async () => {
  const secured = { users: { [username]: RIGHT }, reauthenticateMs: SESSION_MS };
  kafka = await startKafka({ secured });
  caFile = kafka.caFile ?? '';
  trusted = { ca: readFileSync(caFile, 'utf8') };
});
afterAll(() => kafka.close());

/** Everything that a log said. */
class Said {
  readonly all: unknown[] = [];
  readonly logger = {
    warn: (...said: unknown[]) => void this.all.push(...said),
    error: (...said: unknown[]) => void this.all.push(...said),
  };
}

const asPlain = (how: Partial<KafkaEventLogOptions> = {}): Partial<KafkaEventLogOptions> => ({
  brokers: [kafka.brokers],
  ssl: trusted,
  sasl: sasl('plain'),
  ...how,
});

const withSecured = (
  test: (kafka: TestKafka) => Promise<void>,
  how: Partial<KafkaEventLogOptions> = {},
): Promise<void> => withKafka(test, asPlain(how));

/** What opening ends with, and everything that was said and thrown on the way as text. */
async function refused(how: Partial<KafkaEventLogOptions>) {
  const { logger, all } = new Said();
  const signal = AbortSignal.timeout(20_000);
  const options = { brokers: [kafka.brokers], replication: 1, ...asPlain(how), logger, signal };
  const error: unknown = await openKafkaEventLog(options).then(
    (log) => log.close(),
    (thrown: unknown) => thrown,
  );
  const shown = inspect([error, all], { depth: null, showHidden: true });
  return { message: error instanceof Error ? error.message : '', shown };
}

const secrets = [RIGHT, WRONG].flatMap((text) => [text, Buffer.from(text).toString('base64')]);
/** Writes and reads for longer than a session, does nothing for longer than a session, and goes on. */
async function outlast(login: SASLOptions): Promise<void> {
  const said = new Said();
  let connections = 0;
  const address = (host: string, port: number) => {
    connections += 1;
    return { host, port };
  };
  await withSecured(
    async ({ open }) => {
      const log = await open();
      const [consumed, followed] = [new Seen(), new Seen()];
      log.consume('observations', 'group', async (records) => consumed.take(records));
      log.follow('observations', (record) => followed.take([record]));
      let n = 0;
      const busy = async (ms: number): Promise<void> => {
        for (const end = performance.now() + ms; performance.now() < end; n++)
          await log.append('observations', [sampleEvent(`key${n % 7}`, n)]);
        await Promise.all([consumed.count(n), followed.count(n)]);
      };
      await busy(1_000);
      const before = connections;
      await busy(1.5 * SESSION_MS);
      await pause(1.5 * SESSION_MS);
      await busy(1_000);
      expect([connections, said.all]).toEqual([before, []]);
      expect(new Set(consumed.ids).size).toBe(consumed.ids.length);
    },
    { sasl: login, logger: said.logger, address },
  );
}

describe('a Kafka that is reached by TLS and logged in to', () => {
  it.each(MECHANISMS)('is written, read, followed and consumed in a group (%s)', (mechanism) =>
    withSecured(
      async ({ open }) => {
        const log = await open();
        const [consumed, followed] = [new Seen(), new Seen()];
        const consumer = log.consume('policies', 'group', async (r) => consumed.take(r));
        const follower = log.follow('policies', (record) => followed.take([record]));
        const events = sampleEvents('a', 5);
        await log.append('policies', events);
        await Promise.all([consumed.count(5), follower.caughtUp()]);
        await consumer.close();
        const ids = events.map(({ meta }) => meta.id);
        for (const seen of [consumed.ids, followed.ids, idsOf(await readAll(log, 'policies'))])
          expect(seen).toEqual(ids);
        expect(await log.ends('policies')).toEqual([5]);
        expect(await log.committed('policies', 'group')).toEqual([5]);
      },
      { sasl: sasl(mechanism) },
    ),
  );

  it('ends sessions, and no connection breaks, busy or idle', async () => {
    await Promise.all([outlast(sasl('plain')), outlast(sasl('scram-sha-512'))]);
  });

  it('is trusted by the authority in NODE_EXTRA_CA_CERTS', () =>
    withSecured(async ({ options }) => {
      const how = { ...options, ssl: true, logger: undefined };
      const script = `require('@parapet/eventlog/kafka').openKafkaEventLog(${JSON.stringify(how)})
        .then((log) => log.close()).then(() => console.log('opened'))`;
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: caFile, NODE_OPTIONS: '' };
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', script], { env });
      expect(stdout).toBe('opened\n');
    }));
});

describe('a process that Kafka does not let in', () => {
  it.each(MECHANISMS)('says which settings to look at, and no password (%s)', async (mechanism) => {
    const { message, shown } = await refused({ sasl: sasl(mechanism, WRONG) });
    expect(message).toMatch(/KAFKA_USERNAME, KAFKA_PASSWORD .* authentication failed/);
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });

  it('says so when Kafka does not offer the mechanism', async () => {
    const oauthBearerProvider = async () => ({ value: WRONG });
    const { message } = await refused({ sasl: { mechanism: 'oauthbearer', oauthBearerProvider } });
    expect(message).toContain('KAFKA_SASL_MECHANISM');
  });

  it('says how to trust a certificate that it does not, and which names one is for', async () => {
    const { message, shown } = await refused({ ssl: true });
    expect(message).toMatch(/NODE_EXTRA_CA_CERTS .*self-signed certificate in certificate chain/);
    for (const secret of secrets) expect(shown).not.toContain(secret);
    const other = await refused({ ssl: { ...trusted, servername: 'kafka.example' } });
    expect(other.message).toMatch(/KAFKA_BROKERS .*kafka\.example/);
  });

  it.each<[string, Partial<KafkaEventLogOptions>]>([
    ['KAFKA_SSL', { ssl: undefined }],
    ['KAFKA_USERNAME', { sasl: undefined }],
  ])('waits where Kafka just hangs up, and says to look at %s', async (setting, how) => {
    const stop = new AbortController();
    const said = Promise.withResolvers<object>();
    const logger = { warn: (fields: object) => said.resolve(fields), error: () => undefined };
    const options = { brokers: [kafka.brokers], ...asPlain(how), logger, signal: stop.signal };
    const opening = openKafkaEventLog(options);
    expect(await said.promise).toMatchObject({ look: expect.stringContaining(setting) });
    stop.abort(new Error('told to stop'));
    await expect(opening).rejects.toThrow('told to stop');
  });

  it('waits while it runs, says why, and goes on when it is let in again', async () => {
    const said = new Said();
    const proxy = await TcpProxy.to('127.0.0.1', kafka.port);
    const changing = sasl('scram-sha-512');
    await withSecured(
      async ({ open }) => {
        const log = await open();
        const seen = new Seen();
        log.consume('policies', 'group', async (records) => seen.take(records));
        await log.append('policies', sampleEvents('a', 1));
        await seen.count(1);
        changing.password = WRONG;
        proxy.mend();
        const hears = async (): Promise<string> => {
          const error: unknown = await log.ping().catch((thrown: unknown) => thrown);
          if (!(error instanceof Unavailable)) throw new Error('it was let in', { cause: error });
          return error.message;
        };
        while (!(await hears()).includes('KAFKA_PASSWORD')) await pause(50);
        changing.password = RIGHT;
        while (
          await log.append('policies', [sampleEvent('b', 0)]).then(
            () => false,
            () => true,
          )
        )
          await pause(50);
        await seen.all(['a-0', 'b-0']);
        const shown = (): string => inspect(said.all, { depth: null, showHidden: true });
        while (!shown().includes('Kafka answers again')) await pause(50);
        for (const secret of secrets) expect(shown()).not.toContain(secret);
      },
      { sasl: changing, logger: said.logger, address: () => proxy.address },
    );
    await proxy.close();
  });
});
