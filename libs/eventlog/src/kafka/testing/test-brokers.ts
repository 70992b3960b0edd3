/** The Kafka that tests use. @throws Error when none is named. */
export function testBrokers(): readonly string[] {
  const brokers = process.env['KAFKA_BROKERS'];
  if (!brokers)
    throw new Error(
      'KAFKA_BROKERS must name a Kafka for this test (host:port): npm test starts one',
    );
  return brokers.split(',');
}
