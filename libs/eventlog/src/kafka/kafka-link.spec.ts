import { Unavailable } from '@parapet/contracts';
import Cluster from 'kafkajs/src/cluster';
import { KafkaLink } from './kafka-link';
import { errorOfCode } from './wire/error-of-code';

const CLUSTER_REFUSED = 31;

afterEach(() => jest.restoreAllMocks());

describe('KafkaLink', () => {
  it('begins afresh when it could not be opened, whatever the reason', async () => {
    jest.spyOn(Cluster.prototype, 'connect').mockResolvedValue();
    jest.spyOn(Cluster.prototype, 'refreshMetadataIfNecessary').mockResolvedValue();
    jest
      .spyOn(Cluster.prototype, 'addMultipleTargetTopics')
      .mockRejectedValueOnce(errorOfCode(CLUSTER_REFUSED))
      .mockResolvedValue();
    const link = new KafkaLink({ brokers: ['127.0.0.1:1'] }, ['issues']);
    const used = () => link.use(async () => 7);
    await expect(used()).rejects.toMatchObject({
      cause: { type: 'CLUSTER_AUTHORIZATION_FAILED' },
    });
    expect(await used()).toBe(7);
    link.close();
  });

  it('asks another broker first each time it connects: one that takes connections may answer nothing', async () => {
    const asked: string[] = [];
    const address = (host: string) => {
      asked.push(host);
      return { host: '127.0.0.1', port: 1 };
    };
    const link = new KafkaLink({ brokers: ['a:1', 'b:1'], address }, ['issues']);
    for (const _ of [1, 2])
      await expect(link.use(async () => 7)).rejects.toBeInstanceOf(Unavailable);
    expect(asked).toEqual(['a', 'b', 'b', 'a']);
    link.close();
  });
});
