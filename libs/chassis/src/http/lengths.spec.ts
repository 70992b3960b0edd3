import { isLonger } from '@parapet/contracts';
import { IsOptional, IsString } from 'class-validator';
import fc from 'fast-check';
import { fastify, type FastifyInstance } from 'fastify';
import { AtMost } from './at-most';
import { BodyPipe } from './body.pipe';
import { type SchemaCheck, schemaCheck } from './schema-check';

const MOST = 8;

class TextBody {
  @IsOptional()
  @IsString()
  @AtMost(MOST)
  text?: string;
}
const take = (text: unknown): Promise<unknown> =>
  new BodyPipe().transform({ text }, { type: 'body', metatype: TextBody });

let app: FastifyInstance;
let check: SchemaCheck;
beforeAll(async () => {
  app = fastify();
  app.get('/', async (request) => {
    check = schemaCheck(request, { type: 'string', maxLength: MOST });
  });
  await app.inject('/');
});
afterAll(() => app.close());

/** What people write, and what counts as two, or as none, where it is not characters that are counted. */
const unit = fc.oneof(
  fc.constantFrom(
    'a',
    'é',
    '漢',
    '🛡',
    '❤\ufe0f',
    '\ufe0e',
    'e\u0301',
    '\ud83d',
    '\ude00',
    '\u200d',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const texts = fc.string({ unit, minLength: MOST / 2, maxLength: MOST + 3 });

test('a text is as long for us as for a validator that reads the API document', () =>
  fc.assert(
    fc.property(texts, (text) => {
      expect(isLonger(text, MOST)).toBe(check(text) !== null);
    }),
    { seed: 5, numRuns: 1_000 },
  ));

test('so is a text in a body that a class describes', () =>
  fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const taken = await take(text).then(
        () => true,
        () => false,
      );
      expect(taken).toBe(check(text) === null);
    }),
    { seed: 5, numRuns: 300 },
  ));

test('a text that is too long is answered with what would be right', () =>
  expect(take('x'.repeat(MOST + 1))).rejects.toThrow(
    'text must be shorter than or equal to 8 characters',
  ));
