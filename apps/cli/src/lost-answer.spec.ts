import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call } from './testing/call';

test.each([
  [['agent', 'create', 'a', '--kind', 'vanilla']],
  [['token', 'create', 'a']],
  [['webhook', 'create', 'https://a.example']],
])(
  'what `parapet %j` makes is asked for again when its answer is lost, and is one: its secret is shown',
  async (args) => {
    const keys: (string | undefined)[] = [];
    const losing = createServer((request, response) => {
      keys.push(request.headers['idempotency-key']?.toString());
      if (keys.length === 1) return void request.socket.destroy();
      const error = { code: 'unavailable', message: 'it cannot be read yet' };
      const made = { id: 'a', token: 't', secret: 't', permissions: [] };
      response.writeHead(keys.length === 2 ? 503 : 201);
      response.end(JSON.stringify(keys.length === 2 ? { error } : made));
    });
    await once(losing.listen(0, '127.0.0.1'), 'listening');
    const PARAPET_URL = `http://127.0.0.1:${(losing.address() as AddressInfo).port}`;
    const settings = (): never => {
      throw new Error('who asks the API needs no settings of the services');
    };
    const called = await call(args, { settings, env: { PARAPET_URL, PARAPET_TOKEN: 'pp_u_1' } });
    expect(called).toMatchObject({ code: 0, answer: 't\n' });
    expect(keys).toEqual([expect.any(String), keys[0], keys[0]]);
    losing.closeAllConnections();
    losing.close();
  },
);
