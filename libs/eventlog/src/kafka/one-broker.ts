import type Cluster from 'kafkajs/src/cluster';

/**
 * Has a cluster ask the broker that is named in its options, and no other, about itself. kafkajs takes any that is connected, and
 * connects to any where none is: one that hangs would hold up what has nothing to do with it.
 */
export function askOnly({ brokerPool }: Cluster): void {
  brokerPool.findConnectedBroker = async () => {
    await brokerPool.connect();
    return brokerPool.seedBroker;
  };
}
