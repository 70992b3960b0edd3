import { type Admin, Kafka, logLevel } from 'kafkajs';
import { type TestKafka, withKafka } from './test-kafka';

/** As `withKafka`, with somebody who looks after that Kafka. */
export async function withAdmin(
  test: (kafka: TestKafka, admin: Admin) => Promise<void>,
): Promise<void> {
  await withKafka(async (kafka) => {
    const brokers = [...kafka.options.brokers];
    const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    try {
      await test(kafka, admin);
    } finally {
      await admin.disconnect();
    }
  });
}
