// Reads the observations in Kafka by kafkajs alone, as it comes, and parses each: what it costs to look at them at all. Asked for a
// number it begins, and answers when it has parsed so many.
import { createRequire } from 'node:module';

const house = new URL('../../libs/eventlog/package.json', import.meta.url);
const { Kafka, logLevel } = createRequire(house)('kafkajs');

const { KAFKA_BROKERS, KAFKA_TOPIC_PREFIX } = process.env;
const kafka = new Kafka({ brokers: KAFKA_BROKERS.split(','), logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: `${KAFKA_TOPIC_PREFIX}parsing-${process.pid}` });

let done = 0;
let asked;
let running;

function tellReached() {
  if (asked === undefined || done < asked) return;
  asked = undefined;
  process.send({ done });
}

async function eachBatch({ batch }) {
  const parsed = batch.messages.map(({ value }) => JSON.parse(value.toString()));
  done += parsed.filter(({ observation_id }) => observation_id !== undefined).length;
  tellReached();
}

async function begin() {
  await consumer.connect();
  await consumer.subscribe({ topic: `${KAFKA_TOPIC_PREFIX}observations`, fromBeginning: true });
  await consumer.run({ eachBatch });
}

process.once('disconnect', () => process.exit());
process.on('message', (count) => {
  asked = count;
  running ??= begin();
  tellReached();
});
process.send({ url: null });
