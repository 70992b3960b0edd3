import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { dead, Setting } from '../testing/setting';

const setting = new Setting();
afterEach(() => setting.end());

/** The head of an answer, as it came over the wire, in lower case. */
async function headOf(url: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /v1/events HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  const [head = ''] = (await text(socket)).split('\r\n\r\n', 1);
  return head.toLowerCase();
}
const valuesOf = (head: string, name: string): readonly string[] =>
  head.split('\r\n').flatMap((line) => line.match(`^${name}: (.*)$`)?.[1] ?? []);

test('what a service says of its answer is said once, in its words', async () => {
  const service = await setting.service('ingest', (_, response) => {
    const own = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'max-age=600' };
    response.writeHead(200, own).end('{}');
  });
  const head = await headOf((await setting.gateway([service])).url);
  expect(valuesOf(head, 'x-content-type-options')).toEqual(['nosniff']);
  expect(valuesOf(head, 'cache-control')).toEqual(['max-age=600']);
  expect(valuesOf(head, 'x-frame-options')).toEqual(['deny']);
});

test('the gateway says it of its own answer', async () => {
  const head = await headOf((await setting.gateway([dead])).url);
  expect(head).toMatch(/^http\/1\.1 503 /);
  expect(valuesOf(head, 'cache-control')).toEqual(['no-store']);
  expect(valuesOf(head, 'x-content-type-options')).toEqual(['nosniff']);
});
