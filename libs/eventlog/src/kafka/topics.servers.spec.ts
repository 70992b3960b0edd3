import { TOPICS, Unavailable } from '@parapet/contracts';
import { type Admin, ConfigResourceTypes } from 'kafkajs';
import { idsOf, readAll, sampleEvents, Seen } from '../testing';
import { openKafkaEventLog } from './open-kafka-event-log';
import { withAdmin } from './testing/with-admin';

async function configOf(admin: Admin, name: string): Promise<Record<string, string>> {
  const resources = [{ type: ConfigResourceTypes.TOPIC, name }];
  const described = await admin.describeConfigs({ resources, includeSynonyms: false });
  const entries = described.resources[0]?.configEntries ?? [];
  return Object.fromEntries(entries.map((e) => [e.configName, e.configValue]));
}

/** Does what retention does. */
async function removeBefore(admin: Admin, topic: string, offset: string): Promise<void> {
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset }] });
}

/** A change of configuration is answered a moment before it is told. */
async function untilRetention(admin: Admin, name: string, ms: string): Promise<void> {
  while ((await configOf(admin, name))['retention.ms'] !== ms)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('topics', () => {
  it('rule 1: are created with their partitions, explicit retention and the time of arrival, by several processes at once', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      await Promise.all([open(), open(), open()]);
      const all = Object.values(TOPICS).map((topic) => prefix + topic.name);
      const { topics } = await admin.fetchTopicMetadata({ topics: all });
      const counts = topics.map((t) => [t.name, t.partitions.length]);
      const wanted = Object.values(TOPICS).map((t) => [prefix + t.name, t.partitions]);
      expect(counts.sort()).toEqual(wanted.sort());
      expect(await configOf(admin, `${prefix}observations`)).toMatchObject({
        'retention.ms': String(TOPICS.observations.retentionMs),
        'message.timestamp.type': 'LogAppendTime',
        'min.insync.replicas': '1',
        'unclean.leader.election.enable': 'false',
        'cleanup.policy': 'delete',
        'compression.type': 'producer',
      });
      expect(await configOf(admin, `${prefix}issues`)).toMatchObject({ 'retention.ms': '-1' });
    }));

  it('rule 1: refuses to start against a topic with another number of partitions', () =>
    withAdmin(async ({ open, options }, admin) => {
      const { prefix } = options;
      const topics = [{ topic: `${prefix}issues`, numPartitions: 5 }];
      await admin.createTopics({ topics, waitForLeaders: false });
      await expect(openKafkaEventLog(options)).rejects.toThrow(
        `topic ${prefix}issues has 5 partitions but must have 3`,
      );
      await expect(open()).rejects.toThrow('a key would change its partition');
    }));

  it('are waited with where there are fewer brokers than copies, and it is said which setting wants more', () =>
    withAdmin(async ({ options }) => {
      const stop = new AbortController();
      const warned = Promise.withResolvers<object>();
      const logger = { warn: warned.resolve, error: () => undefined };
      const many = { ...options, replication: 100, logger, signal: stop.signal };
      const opening = openKafkaEventLog(many);
      expect(await warned.promise).toMatchObject({
        look: expect.stringContaining('KAFKA_REPLICATION'),
      });
      stop.abort(new Error('told to stop'));
      await expect(opening).rejects.toThrow('told to stop');
    }));

  it('are not made by who only looks in, who is told which setting may be wrong', () =>
    withAdmin(async ({ open, options }, admin) => {
      const looking = openKafkaEventLog({ ...options, creates: false });
      await expect(looking).rejects.toThrow(
        `There is no house with KAFKA_TOPIC_PREFIX=${options.prefix} in this Kafka`,
      );
      const ours = async () =>
        (await admin.listTopics()).filter((name) => name.startsWith(options.prefix));
      expect(await ours()).toEqual([]);
      await open();
      await open({ creates: false });
    }));

  it('rule 1: which others made so that they lose or refuse facts are told, with what to set', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const topic = `${prefix}issues`;
      const made = {
        ...{ 'retention.ms': '604800000', 'cleanup.policy': 'compact,delete' },
        'max.message.bytes': '1048588',
      };
      const configEntries = Object.entries(made).map(([name, value]) => ({ name, value }));
      const topics = [{ topic, numPartitions: 3, configEntries }];
      await admin.createTopics({ topics, waitForLeaders: false });
      const [errors, warnings]: [object[], object[]] = [[], []];
      const logger = {
        warn: (fields: object) => warnings.push(fields),
        error: (fields: object) => errors.push(fields),
      };
      await open({ logger });
      expect(errors).toEqual([
        { topic, setting: 'retention.ms', is: '604800000', set: '-1' },
        { topic, setting: 'cleanup.policy', is: 'compact,delete', set: 'delete' },
      ]);
      expect(warnings).toEqual([
        { topic, setting: 'max.message.bytes', is: '1048588', set: '9437184' },
      ]);
    }));

  it('keep the retention that was set later, and what others have set beside it', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      await (await open({ retention: { observations: 3_600_000 } })).close();
      const name = `${prefix}observations`;
      await untilRetention(admin, name, '3600000');
      await (await open({ retention: { observations: null } })).close();
      await untilRetention(admin, name, '-1');
      const config = await configOf(admin, name);
      expect(config).toMatchObject({
        'retention.ms': '-1',
        'message.timestamp.type': 'LogAppendTime',
      });
      await (await open()).close();
      expect(await configOf(admin, name)).toEqual(config);
    }));

  it('keep their retention whatever somebody was told who only looks in, and a change of it is said', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const said: object[] = [];
      const logger = { warn: (fields: object) => said.push(fields), error: () => undefined };
      const name = `${prefix}observations`;
      await (await open({ retention: { observations: 3_600_000 } })).close();
      await (await open({ retention: { observations: 1_000 }, expires: false, logger })).close();
      expect((await configOf(admin, name))['retention.ms']).toBe('3600000');
      await (await open({ retention: { observations: 7_200_000 }, logger })).close();
      await untilRetention(admin, name, '7200000');
      expect(said).toEqual([{ topic: name, was: '3600000', is: '7200000' }]);
    }));

  it('whose first records retention has removed are read, consumed and followed from what is left on', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const log = await open();
      await log.append('policies', sampleEvents('a', 10));
      await removeBefore(admin, `${prefix}policies`, '6');
      const left = ['a-6', 'a-7', 'a-8', 'a-9'];
      expect(idsOf(await readAll(log, 'policies'))).toEqual(left);
      const seen = new Seen();
      log.consume('policies', 'group', async (records) => seen.take(records));
      await seen.all(left);
      expect(seen.ids).toEqual(left);
      const applied: string[] = [];
      const follower = log.follow('policies', ({ meta }) => void applied.push(meta.id));
      await follower.caughtUp();
      expect(applied).toEqual(left);
    }));

  it('tell who was slower than retention what he lost', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const said: object[] = [];
      const counts: unknown[] = [];
      const log = await open({
        logger: { warn: () => undefined, error: (fields) => said.push(fields) },
        observer: { count: (what, _, n) => counts.push([what, n]) },
      });
      await log.append('policies', sampleEvents('a', 10));
      await removeBefore(admin, `${prefix}policies`, '6');
      const progress = { load: async () => 2, save: async () => undefined };
      const seen = new Seen();
      log.consume('policies', 'group', async (records) => seen.take(records), { progress });
      await seen.all(['a-6', 'a-7', 'a-8', 'a-9']);
      expect(said).toEqual([
        { topic: 'policies', group: 'group', partition: 0, from: 2, removed: 4 },
      ]);
      expect(counts[0]).toEqual(['lost', 4]);
    }));

  it('whose records are all gone are caught up with', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const log = await open();
      await log.append('policies', sampleEvents('a', 3));
      await removeBefore(admin, `${prefix}policies`, '3');
      expect(await readAll(log, 'policies')).toEqual([]);
      const follower = log.follow('policies', () => undefined);
      await follower.caughtUp();
      expect(follower.applied()).toEqual([3]);
    }));

  it('that end before what a group has handled are handled from the first record on, and it is said', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const said = Promise.withResolvers<object>();
      const logger = { warn: () => undefined, error: said.resolve };
      const log = await open({ logger });
      await log.append('policies', sampleEvents('a', 3));
      const of = { groupId: `${prefix}group`, topic: `${prefix}policies` };
      await admin.setOffsets({ ...of, partitions: [{ partition: 0, offset: '8' }] });
      const seen = new Seen();
      log.consume('policies', 'group', async (records) => seen.take(records));
      expect(await said.promise).toEqual({
        ...{ topic: 'policies', group: 'group', partition: 0, reached: 8, end: 3 },
      });
      await log.append('policies', sampleEvents('a', 12).slice(3));
      await seen.count(12);
      expect(seen.ids).toEqual(sampleEvents('a', 12).map((e) => e.meta.id));
    }));

  it('that were removed while Kafka answers are named by a ping: what is appended there is refused', () =>
    withAdmin(async ({ open, options: { prefix } }, admin) => {
      const log = await open();
      await log.ping();
      await admin.deleteTopics({ topics: [`${prefix}policies`] });
      const append = () => log.append('policies', sampleEvents('a', 1)).catch((e: unknown) => e);
      while (!((await append()) instanceof Unavailable));
      await expect(log.ping()).rejects.toThrow(`Kafka does not have topic ${prefix}policies: `);
      await log.append('issues', sampleEvents('a', 1));
    }));

  it('refuse progress that is ahead of them: it is another log than the one that was read', () =>
    withAdmin(async ({ open }) => {
      const said = Promise.withResolvers<unknown>();
      const logger = {
        warn: (fields: object) => 'err' in fields && said.resolve(fields.err),
        error: () => undefined,
      };
      const log = await open({ logger });
      await log.append('policies', sampleEvents('a', 3));
      const progress = { load: async () => 8, save: async () => undefined };
      log.consume('policies', 'group', async () => undefined, { progress });
      expect(String(await said.promise)).toContain('it is another log than before');
    }));
});
