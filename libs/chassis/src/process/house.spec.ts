import { Agent, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Controller, Get, Module } from '@nestjs/common';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { Readiness } from './readiness';

let house: TestHouse;
let port: number;
beforeEach(async () => {
  house = await testHouse({ imports: [ProbeModule] });
  await house.app.listen(0, '127.0.0.1');
  port = (house.app.getHttpServer().address() as AddressInfo).port;
});
afterEach(() => house.close());

const get = (path: string, agent?: Agent): Promise<{ status: number; body: string }> =>
  new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${house.adminToken}` };
    request({ host: '127.0.0.1', port, path, headers, ...(agent && { agent }) }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => done({ status: response.statusCode ?? 0, body }));
    })
      .on('error', fail)
      .end();
  });

const once = <T>(event: string): Promise<T> =>
  new Promise((done) =>
    house.app.getHttpServer().once(event, (...all: unknown[]) => done(all as T)),
  );

/** Sends bytes as they are; resolves with all that came back when the other side hung up. */
const raw = (text: string): Promise<string> =>
  new Promise((done, fail) => {
    let said = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (said += chunk.toString()));
    socket.on('error', fail).on('close', () => done(said));
  });

test.each(['Host: other', 'Authorization: Bearer other'])(
  'a second header "%s" is 400',
  async (twin) => {
    const said = await raw(
      `GET /v1/issues HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${house.adminToken}\r\n${twin}\r\nConnection: close\r\n\r\n`,
    );
    expect(said).toMatch(/^HTTP\/1.1 400 /);
    expect(said).toMatch(/"code":"bad_request"/);
  },
);

test('what is not HTTP gets a 400 in the general shape, with a request id', async () => {
  const said = await raw('nonsense\r\n\r\n');
  expect(said).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(said).toMatch(/x-request-id: \S+/);
  expect(said).toMatch(/\{"error":\{"code":"bad_request"/);
});

test('a stop answers the requests in hand before anything else ends', async () => {
  const order: string[] = [];
  const agent = new Agent({ keepAlive: true });
  await get('/healthz', agent);
  const slow = get('/v1/issues/slow', agent);
  const [, response] = await once<[unknown, ServerResponse]>('request');
  response.on('finish', () => order.push('answered'));
  await house.close().then(() => order.push('closed'));
  expect(await slow).toEqual({ status: 200, body: '{"slow":true}' });
  expect(order).toEqual(['answered', 'closed']);
  await expect(get('/healthz')).rejects.toThrow();
});

test('readiness says what is missing', async () => {
  house.app.get(Readiness).add('catalog', () => 'not read yet');
  house.app.get(Readiness).add('broken', () => Promise.reject(new Error('cannot be asked')));
  const { status, body } = await get('/readyz');
  expect([status, JSON.parse(body)]).toEqual([
    503,
    { status: 'not ready', missing: { catalog: 'not read yet', broken: 'cannot be asked' } },
  ]);
});

test('what a process may be without for the traffic that it gets is left out of its readiness by whoever says so', async () => {
  const asked: string[] = [];
  const missing = (name: string): void =>
    house.app.get(Readiness).add(name, () => {
      asked.push(name);
      return 'cannot be reached';
    });
  missing('log');
  expect((await get('/readyz')).status).toBe(503);
  expect(await get('/readyz?exclude=log')).toEqual({ status: 200, body: '{"status":"ready"}' });
  missing('documents');
  const { status, body } = await get('/readyz?exclude=log');
  expect([status, JSON.parse(body)]).toMatchObject([
    503,
    { missing: { documents: 'cannot be reached' } },
  ]);
  expect((await get('/readyz?exclude=log&exclude=documents&exclude=other')).status).toBe(200);
  expect(asked).toEqual(['log', 'documents']);
});

test('the numbers of a process say what is missing, also where nobody asks /readyz', async () => {
  house.app.get(Readiness).add('log', () => 'cannot be reached');
  const { body } = await get('/metrics');
  expect(body.match(/^parapet_missing.*/gm)).toEqual(
    expect.arrayContaining(['parapet_missing{what="log"} 1', 'parapet_missing{what="process"} 0']),
  );
});

@Controller('v1/forgotten')
class ForgottenController {
  @Get()
  get(): string {
    return '';
  }
}
@Module({ controllers: [ForgottenController] })
class ForgottenModule {}

test('a process with a route of which nobody said who may call it does not start', async () => {
  await expect(testHouse({ imports: [ForgottenModule] })).rejects.toThrow(/GET \/v1\/forgotten/);
});
