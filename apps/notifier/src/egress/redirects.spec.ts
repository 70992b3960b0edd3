import { watchConnections } from '../testing/attempted-connections';
import { openReceiver, type Receiver } from '../testing/receiver';
import { REFUSED_ADDRESSES } from '../testing/refused-addresses';
import { EgressGuard } from './egress-guard';
import { hostResolver } from './host-resolver';
import { WebhookClient } from './webhook-client';

const guard = new EgressGuard({ allowHttp: true, allowCidrs: ['127.0.0.1'] }, hostResolver());
const client = new WebhookClient(guard);
let there: Receiver;
let answer: { readonly code: number; readonly location: string };

beforeAll(async () => {
  there = await openReceiver((response) =>
    response.writeHead(answer.code, { location: answer.location, refresh: '0' }).end('moved'),
  );
});
afterAll(async () => {
  await client.close();
  await there.close();
});

test.each([300, 301, 302, 303, 305, 307, 308])(
  '%i is not followed, wherever it leads',
  async (code) => {
    const watch = watchConnections();
    const before = there.received.length;
    for (const address of REFUSED_ADDRESSES) {
      const host = address.includes(':') ? `[${address}]` : address;
      answer = { code, location: `http://${host}:${there.port}/latest/meta-data/` };
      const posted = await client.post({ url: there.url, headers: {}, body: '{}' });
      expect([address, posted]).toMatchObject([address, { status: code, response: 'moved' }]);
    }
    watch.end();
    expect(new Set([...watch.addresses, '127.0.0.1'])).toEqual(new Set(['127.0.0.1']));
    expect(there.received.slice(before).map((r) => r.path)).toEqual(
      REFUSED_ADDRESSES.map(() => '/hook'),
    );
  },
);
