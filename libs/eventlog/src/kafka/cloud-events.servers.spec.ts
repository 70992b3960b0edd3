import { Kafka, logLevel, type KafkaMessage } from 'kafkajs';
import { readAll, sampleEvent } from '../testing';
import { withKafka } from './testing/test-kafka';

describe('records in Kafka', () => {
  it('are CloudEvents 1.0 in binary mode for every other client', () =>
    withKafka(async ({ open, options: { brokers, prefix } }) => {
      const log = await open();
      const event = sampleEvent('clé', 7);
      const [position] = await log.append('policies', [
        { ...event, meta: { ...event.meta, cause: 'issues/2/17' } },
      ]);
      const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
      const consumer = kafka.consumer({ groupId: `${prefix}other`, maxWaitTimeInMs: 100 });
      await consumer.subscribe({ topic: `${prefix}policies`, fromBeginning: true });
      const came = Promise.withResolvers<KafkaMessage>();
      await consumer.run({ eachMessage: async ({ message }) => came.resolve(message) });
      const { key, value, offset, headers = {} } = await came.promise;
      await consumer.disconnect();
      expect([key?.toString(), value?.toString(), Number(offset)]).toEqual([
        'clé',
        '{"n":7}',
        position?.offset,
      ]);
      const text = Object.entries(headers).map(([name, header]) => [name, String(header)]);
      expect(Object.fromEntries(text)).toEqual({
        ce_specversion: '1.0',
        ce_id: 'clé-7',
        ce_source: '/parapet/policies',
        ce_type: 'SampleHappened',
        ce_time: '2026-01-02T03:04:05.678Z',
        ce_schemaversion: '1',
        ce_actor: 'tester',
        ce_cause: 'issues/2/17',
        'content-type': 'application/json',
      });
    }));

  it('of others are read too, compressed or without our headers', () =>
    withKafka(async ({ open, options: { brokers, prefix } }) => {
      const log = await open();
      const producer = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).producer();
      await producer.connect();
      const topic = `${prefix}policies`;
      const messages = [{ key: 'k', value: '{"a":1}', headers: { ce_id: 'mine', ce_type: 'T' } }];
      await producer.send({ topic, messages, compression: 1 });
      await producer.send({ topic, messages: [{ value: null }] });
      await producer.disconnect();
      const [first, second] = await readAll(log, 'policies');
      expect(first).toMatchObject({ key: 'k', json: '{"a":1}', meta: { id: 'mine', type: 'T' } });
      expect(second).toMatchObject({
        key: '',
        json: 'null',
        meta: { id: 'policies/0/1', type: 'Unknown', cause: null, schema: 1 },
      });
    }));
});
