import type { ServerResponse } from 'node:http';
import { Setting } from '../testing/setting';

const setting = new Setting();
afterEach(() => setting.end());

/** A service that begins a stream of events for everybody. */
const streams = async (keep: (response: ServerResponse) => unknown) =>
  setting.service('detection', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: a\n\n');
    keep(response);
  });

const listen = (url: string): Promise<Response> => fetch(`${url}/v1/stream`);
const first = async ({ body }: Response): Promise<string> => {
  const { value } = (await body?.getReader().read()) ?? {};
  return Buffer.from(value ?? []).toString();
};

test('a stream that has no end passes as it comes, and leaves with its client', async () => {
  let left: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (left = resolve));
  const detection = await streams((response) => response.once('close', left));
  const { url } = await setting.gateway([detection]);
  const leaving = new AbortController();
  const answer = await fetch(`${url}/v1/stream`, { signal: leaving.signal });
  expect(await first(answer)).toBe('event: a\n\n');
  leaving.abort();
  await gone;
});

test('streams keep no gateway from stopping: they are ended at once, and cleanly', async () => {
  const detection = await streams(() => undefined);
  const front = await setting.gateway([detection]);
  const { body } = await listen(front.url);
  const reader = body?.getReader();
  await reader?.read();
  const over = reader?.read().then(({ done }) => done);
  const stopped = front.close().then(() => 'stopped');
  expect(await Promise.race([over, stopped])).toBe(true);
  await stopped;
});

test('streams whose tokens are seen for the first time are not counted as those of one address', async () => {
  const detection = await streams(() => undefined);
  const { url } = await setting.gateway([detection]);
  // More than one client may read at once.
  for (let nth = 0; nth < 70; nth += 1) {
    const headers = { authorization: `Bearer of client ${nth}` };
    expect((await fetch(`${url}/v1/stream`, { headers })).status).toBe(200);
  }
});

test('streams of one client take no turns of its requests', async () => {
  const detection = await setting.service('detection', (request, response) => {
    if (request.url !== '/v1/stream') return void response.end('answered');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: a\n\n');
  });
  const { url } = await setting.gateway([detection]);
  // More than one client may have in hand at once.
  for (let i = 0; i < 40; i += 1) expect((await listen(url)).status).toBe(200);
  expect(await (await fetch(`${url}/v1/issues`)).text()).toBe('answered');
});
