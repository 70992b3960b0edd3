import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Porch } from './porch';

const settings = {
  host: '127.0.0.1',
  port: 0,
  maxConnections: 100,
  publicUrl: 'https://parapet.example',
};

test('a process that is being built is alive, not ready and says why, and answers the rest in the right shape', async () => {
  const porch = await Porch.open(settings);
  const get = async (path: string): Promise<[number, unknown, Headers]> => {
    const answer = await fetch(`http://127.0.0.1:${porch.port}${path}`);
    return [answer.status, await answer.json(), answer.headers];
  };
  porch.waitsFor('log', 'the log is not there yet');
  expect((await get('/healthz')).slice(0, 2)).toEqual([200, { status: 'ok' }]);
  const missing = { process: 'starting', log: 'the log is not there yet' };
  const [status, body, headers] = await get('/readyz?x=1');
  expect([status, body, headers.get('retry-after')]).toEqual([
    ...[503, { status: 'not ready', missing }, '1'],
  ]);
  expect([headers.get('cache-control'), headers.has('strict-transport-security')]).toEqual([
    ...['no-store', true],
  ]);
  porch.waitsFor('log', null);
  expect((await get('/readyz'))[1]).toMatchObject({ missing: { process: 'starting' } });
  expect((await get('/readyz?exclude=log'))[0]).toBe(503);
  expect((await get('/v1/issues')).slice(0, 2)).toMatchObject([
    503,
    { error: { code: 'unavailable' } },
  ]);
  expect((await get('/v1/events_v2'))[1]).toMatchObject({ type: 'Unavailable' });
  porch.close();
});

test('it hands its port over without a moment in which nobody listens', async () => {
  const porch = await Porch.open(settings);
  const house = createServer((_, response) => response.end('house'));
  const { port } = porch;
  const said = new Set<string>();
  let asking = true;
  const ask = async (): Promise<void> => {
    while (asking)
      said.add((await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).trim());
  };
  const clients = [ask(), ask(), ask()];
  while (said.size === 0) await new Promise((done) => setImmediate(done));
  await porch.handTo(house);
  expect((house.address() as AddressInfo).port).toBe(port);
  while (said.size < 2) await new Promise((done) => setImmediate(done));
  asking = false;
  await Promise.all(clients);
  expect([...said]).toEqual(['{"status":"ok"}', 'house']);
  house.closeAllConnections();
  await new Promise((done) => house.close(done));
});

test('a port that is taken is an error', async () => {
  const porch = await Porch.open(settings);
  await expect(Porch.open({ ...settings, port: porch.port })).rejects.toThrow('EADDRINUSE');
  porch.close();
});
