import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Setting } from '../testing/setting';

const setting = new Setting();
afterEach(() => setting.end());

test.each(['1.1', '1.0'])(
  'a long answer that a service breaks off does not look whole in HTTP/%s',
  async (version) => {
    const answers: ServerResponse[] = [];
    const detection = await setting.service('detection', (_, response) => {
      answers.push(response);
      response.write('x'.repeat(100_000));
    });
    const { url } = await setting.gateway([detection]);
    const client = connect(Number(new URL(url).port), '127.0.0.1');
    client.write(`GET /v1/issues/export HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`);
    await once(client, 'readable');
    for (const answer of answers) answer.destroy();
    await expect(text(client)).rejects.toThrow('ECONNRESET');
  },
);
