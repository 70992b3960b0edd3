import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { Unavailable } from '@parapet/contracts';
import {
  type Admin,
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  logLevel,
  ResourcePatternTypes,
} from 'kafkajs';
import { startKafka } from '../../../../tools/servers/index.mjs';
import { readAll, sampleEvents, Seen } from '../testing';
import { openKafkaEventLog } from './open-kafka-event-log';
import { type TestKafka, withKafka } from './testing/test-kafka';

const PASSWORD = 'the-right-password';
const { CREATE, DESCRIBE, READ, WRITE, DESCRIBE_CONFIGS, ALTER_CONFIGS } = AclOperationTypes;
const EVERYTHING = [CREATE, DESCRIBE, READ, WRITE, DESCRIBE_CONFIGS, ALTER_CONFIGS];

let kafka: Awaited<ReturnType<typeof startKafka>>;
let admin: Admin;
const as = (username: string) => ({
  brokers: [kafka.brokers],
  ssl: { ca: readFileSync(kafka.caFile ?? '', 'utf8') },
  sasl: { mechanism: 'plain', username, password: PASSWORD } as const,
});

beforeAll(async () => {
  kafka = await startKafka({ secured: { users: { keeper: PASSWORD, parapet: PASSWORD } } });
  admin = new Kafka({ ...as('keeper'), logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
});
afterAll(async () => {
  await admin?.disconnect();
  await kafka?.close();
});

/** What parapet may do with what is named so. */
const entry = (type: 'TOPIC' | 'GROUP', name: string, operation: AclOperationTypes) => ({
  resourceType: AclResourceTypes[type],
  resourceName: name,
  resourcePatternType: ResourcePatternTypes.PREFIXED,
  principal: 'User:parapet',
  host: '*',
  operation,
  permissionType: AclPermissionTypes.ALLOW,
});

type Entry = ReturnType<typeof entry>;
const give = (acl: readonly Entry[]) => admin.createAcls({ acl: [...acl] });
const take = (filters: readonly Entry[]) => admin.deleteAcls({ filters: [...filters] });

async function withPermissions(
  test: (kafka: TestKafka, prefix: string, said: readonly unknown[]) => Promise<void>,
): Promise<void> {
  const said: unknown[] = [];
  const say = (...what: unknown[]): void => void said.push(...what);
  const logger = { warn: say, error: say };
  await withKafka(
    async (house) => {
      const { prefix } = house.options;
      const all = [...EVERYTHING, AclOperationTypes.DELETE].map((o) => entry('TOPIC', prefix, o));
      await give([...all, entry('GROUP', prefix, READ)]);
      // What was given is told before it holds.
      await untilDone(() => house.open());
      try {
        await test(house, prefix, said);
      } finally {
        await give([...all, entry('GROUP', prefix, READ)]);
      }
    },
    { ...as('parapet'), logger },
  );
}

const thrown = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

/** What `work` throws, once it throws. */
async function untilThrown(work: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    const error = await thrown(work());
    if (error !== undefined) return error;
    await pause(20);
  }
}

async function untilDone(work: () => Promise<unknown>): Promise<void> {
  while ((await thrown(work())) !== undefined) await pause(50);
}

describe('a permission that is taken from a process while it runs', () => {
  it('rule 3: to write: callers hear Unavailable, it says which, parks nothing, and goes on when it is given back', () =>
    withPermissions(async ({ open }, prefix, said) => {
      const log = await open();
      const write = [entry('TOPIC', `${prefix}issues`, WRITE)];
      const wholly = [entry('TOPIC', prefix, WRITE)];
      const others = ['observations', 'parked'].map((t) => entry('TOPIC', prefix + t, WRITE));
      await give(others);
      await take(wholly);
      let seen = 0;
      log.consume('observations', 'detection', async (records) => {
        await log.append('issues', sampleEvents(`of-${records[0]?.meta.id}`, 1));
        seen += records.length;
      });
      const refused = await untilThrown(() => log.append('issues', sampleEvents('a', 1)));
      expect(refused).toBeInstanceOf(Unavailable);
      expect(refused).toMatchObject({
        message: expect.stringMatching(`topic ${prefix}issues: KAFKA_USERNAME needs Write`),
        told: 'Kafka is away',
      });
      expect(await thrown(log.ping())).toMatchObject({ message: expect.stringContaining('Write') });
      await log.append('observations', sampleEvents('b', 3));
      // Longer than a bug is tried: then it would be parked.
      await pause(1_000);
      await give(write);
      while (seen < 3) await pause(20);
      await log.append('issues', sampleEvents('c', 1));
      await log.ping();
      expect(await readAll(log, 'parked')).toEqual([]);
      const shown = inspect(said, { depth: null });
      expect(shown).toContain('a topic cannot be written to');
      expect(shown).toContain('a topic can be written to again');
    }));

  it('rule 3: to read: records come when it is given back, and none is left out', () =>
    withPermissions(async ({ open }, prefix) => {
      const log = await open();
      const seen = new Seen();
      log.consume('policies', 'group', async (records) => seen.take(records));
      await log.append('policies', sampleEvents('a', 1));
      await seen.count(1);
      const read = [entry('TOPIC', prefix, READ)];
      await take(read);
      const range = async () => readAll(log, 'policies');
      expect(await untilThrown(range)).toBeInstanceOf(Unavailable);
      await log.append('policies', sampleEvents('b', 2));
      await give(read);
      await seen.all(['a-0', 'b-0', 'b-1']);
      await untilDone(range);
    }));

  it('rule 3: of groups: consumers wait, it says which, and the process goes on', () =>
    withPermissions(async ({ open }, prefix) => {
      const onLost = jest.fn();
      const log = await open({ onLost });
      const seen = new Seen();
      log.consume('policies', 'group', async (records) => seen.take(records));
      await log.append('policies', sampleEvents('a', 1));
      await seen.count(1);
      const group = [entry('GROUP', prefix, READ)];
      await take(group);
      const refused = await untilThrown(() => log.committed('policies', 'group'));
      expect(refused).toMatchObject({
        name: 'Unavailable',
        message: expect.stringContaining('KAFKA_USERNAME needs Read of the groups'),
      });
      // Some heartbeats long: each is refused.
      await pause(2_500);
      await give(group);
      await log.append('policies', sampleEvents('b', 1));
      await seen.all(['b-0']);
      await untilDone(async () => expect(await log.committed('policies', 'group')).toEqual([2]));
      expect(onLost).not.toHaveBeenCalled();
    }));
});

describe('a process that starts with too few permissions', () => {
  it('is told which it needs, where it may not create topics', () =>
    withPermissions(async ({ options }, prefix) => {
      await take([entry('TOPIC', prefix, CREATE)]);
      const other = { ...options, prefix: `${prefix}other.` };
      expect(await untilThrown(() => openKafkaEventLog(other))).toMatchObject({
        name: 'KafkaRefusal',
        message: expect.stringMatching(
          `KAFKA_USERNAME needs Create, .*; topics cannot be created: ${prefix}other.`,
        ),
      });
    }));
});
