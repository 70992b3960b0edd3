import type Cluster from 'kafkajs/src/cluster';
import metadataRequest from 'kafkajs/src/protocol/requests/metadata/v6/request';
import { decode } from 'kafkajs/src/protocol/requests/metadata/v6/response';

/**
 * Takes what a cluster is told of its topics as it is. kafkajs throws the whole answer away when one partition has no leader or
 * one topic is refused: nobody could reach the others. `leaderIn` says what is wrong with which.
 */
export function tolerateErrors(cluster: Cluster): void {
  const { brokerPool } = cluster;
  const create = brokerPool.createBroker;
  brokerPool.createBroker = (options) => {
    const broker = create(options);
    broker.metadata = (topics) =>
      broker.connectionPool.send({
        request: metadataRequest({ topics, allowAutoTopicCreation: false }),
        response: { decode, parse: async (decoded) => decoded },
      });
    return broker;
  };
}
