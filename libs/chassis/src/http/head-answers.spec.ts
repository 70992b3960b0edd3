import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Controller, Get, Module, StreamableFile } from '@nestjs/common';
import { testHouse, type TestHouse } from '../testing';
import { ProbeModule } from '../testing/probe.module';
import { UserRoute } from './route';

const MANY = 1_000;
let made = 0;

async function* pieces(): AsyncGenerator<string> {
  for (; made < MANY; made += 1) yield await Promise.resolve('x'.repeat(1024));
}

const body = Readable.from(pieces(), { objectMode: false });

@Controller('v1/issues')
class LongController {
  @Get('long')
  @UserRoute('issues:read')
  long(): StreamableFile {
    return new StreamableFile(body, { type: 'text/plain' });
  }
}

@Module({ imports: [ProbeModule], controllers: [LongController] })
class LongModule {}

let house: TestHouse;
beforeAll(async () => {
  house = await testHouse({ imports: [LongModule] });
});
afterAll(() => house.close());

test('nothing is made of an answer in pieces for HEAD, which reads none', async () => {
  const closed = once(body, 'close');
  const headers = { authorization: `Bearer ${house.adminToken}` };
  const answer = await house.inject({ method: 'HEAD', url: '/v1/issues/long', headers });
  await closed;
  expect(made).toBeLessThan(MANY);
  expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([
    ...[200, '', undefined],
  ]);
  expect(answer.headers['content-type']).toBe('text/plain');
});
