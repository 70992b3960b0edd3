/** Logging: everything to stdout. */
const log4j = `shutdownHook=disable
appender.out.type=Console
appender.out.name=out
appender.out.layout.type=PatternLayout
appender.out.layout.pattern=[%d] %p %m (%c)%n
rootLogger.level=INFO
rootLogger.appenderRefs=out
rootLogger.appenderRef.out.ref=out
`;

/** What a small broker of its own needs to be told, whoever starts it; names as in server.properties. */
export const alone = {
  'auto.create.topics.enable': 'false',
  'default.replication.factor': '1',
  'min.insync.replicas': '1',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '4',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'transaction.state.log.num.partitions': '4',
  'share.coordinator.state.topic.replication.factor': '1',
  'share.coordinator.state.topic.min.isr': '1',
  'share.coordinator.state.topic.num.partitions': '4',
  'group.initial.rebalance.delay.ms': '0',
  // A broker that is started again after kill -9 waits until its old session has ended; 9 s by default.
  'broker.session.timeout.ms': '3000',
  'broker.heartbeat.interval.ms': '500',
  'num.network.threads': '2',
  'num.io.threads': '4',
  'background.threads': '2',
  'log.cleaner.dedupe.buffer.size': '16777216',
};

/** What one of several is told besides: a partition is led by its first broker again soon after that is back, as in time it always is. */
const amongOthers = {
  'leader.imbalance.check.interval.seconds': '5',
  'leader.imbalance.per.broker.percentage': '0',
};

/**
 * The files of a broker: name → content. `brokers`, host:port, is where its clients find it; `protocol` is what they speak
 * there, `more` are settings for that. The first ones are controllers, too: one for each of `controllerPorts`, in their order. `copies` is
 * how many there are of what Kafka keeps for itself.
 */
export function files(how) {
  const { data, port, brokers, controllerPorts, protocol = 'PLAINTEXT' } = how;
  const { more = {}, node = 1, copies = 1 } = how;
  const controllers = controllerPorts.map((at) => `127.0.0.1:${at}`);
  const mine = controllers[node - 1];
  const clients = `${protocol}://127.0.0.1:${port}`;
  const settings = {
    'process.roles': mine ? 'broker,controller' : 'broker',
    'node.id': String(node),
    'controller.quorum.voters': controllers.map((at, i) => `${i + 1}@${at}`).join(','),
    listeners: mine ? `${clients},CONTROLLER://${mine}` : clients,
    'advertised.listeners': `${protocol}://${brokers}`,
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': protocol,
    'listener.security.protocol.map': `${protocol}:${protocol},CONTROLLER:PLAINTEXT`,
    'log.dirs': data,
    ...alone,
    'offsets.topic.replication.factor': String(copies),
    ...(controllers.length > 1 && amongOthers),
    ...more,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  return { 'server.properties': lines.join(''), 'log4j2.properties': log4j };
}
