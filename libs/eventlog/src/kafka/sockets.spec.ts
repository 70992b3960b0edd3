import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { KafkaLink } from './kafka-link';

test('a broker that is named by its IPv6 address is reached at it', async () => {
  const server = createServer((socket) => socket.destroy()).listen(0, '::1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const reached = once(server, 'connection');
  const link = new KafkaLink({ brokers: [`[::1]:${port}`] }, ['issues']);
  await expect(link.use(async () => 7)).rejects.not.toThrow(/ENOTFOUND/);
  link.close();
  await reached;
  server.close();
});
