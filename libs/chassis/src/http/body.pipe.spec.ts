import type { ArgumentMetadata } from '@nestjs/common';
import { IsObject } from 'class-validator';
import { BodyPipe } from './body.pipe';
import { parseJson } from './json-text';

class NamesBody {
  @IsObject()
  names!: Record<string, string>;
}
const take = (text: string, metatype: ArgumentMetadata['metatype'] = NamesBody): Promise<unknown> =>
  new BodyPipe().transform(parseJson(text), { type: 'body', metatype });

test('names that people choose stay, also those that every object has a member of', async () => {
  const text = '{"names":{"constructor":"a","prototype":"b","toString":"c","then":"d"}}';
  expect(await take(text)).toEqual(JSON.parse(text));
});

test('a body is of its class, whatever it says of its constructor', async () => {
  const body = await take('{"names":{},"constructor":{"name":"Other"},"toString":1,"more":2}');
  expect(body).toBeInstanceOf(NamesBody);
  expect(Object.keys(body as object)).toEqual(['names']);
  await expect(take('{"names":5,"constructor":1}')).rejects.toThrow('names must be an object');
});

test('a body that no class describes is left to its route', async () => {
  expect(await take('[1]', Object)).toEqual([1]);
});
