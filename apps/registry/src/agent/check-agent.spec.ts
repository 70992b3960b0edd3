import { Problem } from '@parapet/contracts';
import fc from 'fast-check';
import { refusedBy } from '../testing/refused-by';
import { checkAgent } from './check-agent';

const agent = { name: 'worker-7', os: 'linux', kind: 'kubernetes' };

const refusal = (sent: unknown): string => {
  const { code, message } = refusedBy(() => checkAgent(sent));
  expect(code).toBe('bad_request');
  return message;
};
const withLabels = (labels: unknown): string => refusal({ ...agent, labels });
const many = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

test('name, os and kind are enough', () => {
  expect(checkAgent(agent)).toEqual({ ...agent, labels: {} });
});

test('what is not known is ignored, and null is nothing', () => {
  expect(checkAgent({ ...agent, ip: null, labels: null, shoe_size: 43 })).toEqual({
    ...agent,
    labels: {},
  });
});

test.each(['192.0.2.7', '::1', '2001:db8::1', '::ffff:192.0.2.7'])('%s is an address', (ip) => {
  expect(checkAgent({ ...agent, ip }).ip).toBe(ip);
});

test.each(['github', 'github_actions', 'kubernetes', 'vanilla', 'host'])('%s is a kind', (kind) => {
  expect(checkAgent({ ...agent, kind }).kind).toBe(kind);
});

test.each<[unknown, string]>([
  [undefined, 'the body must be a JSON object'],
  [[], 'the body must be a JSON object'],
  ['name: a', 'the body must be a JSON object'],
  [{}, 'invalid agent kind'],
  [{ kind: 'toaster' }, 'invalid agent kind'],
  [{ ...agent, kind: 'constructor' }, 'invalid agent kind'],
  [{ ...agent, kind: ['kubernetes'] }, 'invalid agent kind'],
  [{ kind: 'host' }, 'invalid agent: name is required,os is required'],
  [{ ...agent, os: '' }, 'invalid agent: os is required'],
  [{ ...agent, name: '  ', ip: 'x' }, 'invalid agent: name is required,invalid ip'],
  [{ kind: 'host', ip: '300.1.1.1' }, 'invalid agent: name is required,os is required,invalid ip'],
  [{ ...agent, name: 7 }, 'invalid agent: name must be a string'],
  [{ ...agent, name: 'x'.repeat(1025) }, 'invalid agent: name exceeds maximum length'],
  [{ ...agent, ip: '' }, 'invalid agent: invalid ip'],
  [{ ...agent, ip: 'fe80::1%eth0' }, 'invalid agent: invalid ip'],
  [{ ...agent, ip: 3221226219 }, 'invalid agent: invalid ip'],
  [{ ...agent, os: '', labels: { '-': '' } }, 'invalid agent: os is required'],
])('%j is answered: %s', (sent, sentence) => expect(refusal(sent)).toBe(sentence));

test('labels are bounded: 64 of them, keys of 63 bytes, values of 1024', () => {
  const labels = { ...many(63), ['k'.repeat(63)]: 'v'.repeat(1024) };
  expect(checkAgent({ ...agent, labels }).labels).toEqual(labels);
});

test.each<[string, unknown, string]>([
  ['a list', ['a'], 'labels must be an object of strings'],
  ['a number as value', { a: 1 }, 'labels must be an object of strings'],
  ['65 of them', many(65), 'too many labels'],
  [
    '65 of them, all wrong',
    Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`-${i}`, ''])),
    'too many labels',
  ],
  ['a key of 64 bytes', { ['k'.repeat(64)]: 'v' }, 'label key exceeds maximum length'],
  [
    'a key of 32 characters and 64 bytes',
    { ['é'.repeat(32)]: 'v' },
    'label key exceeds maximum length',
  ],
  ['a key that begins with -', { '-a': 'v' }, 'invalid label key format'],
  ['a key that ends with _', { a_: 'v' }, 'invalid label key format'],
  ['a key with a line break at its end', { 'a\n': 'v' }, 'invalid label key format'],
  ['an empty key', { '': 'v' }, 'invalid label key format'],
  ['a value of 1025 bytes', { a: 'v'.repeat(1025) }, 'label value exceeds maximum length'],
  ['an empty value', { a: '' }, 'invalid label value format'],
  ['a value with a colon', { a: 'x:y' }, 'invalid label value format'],
  ['a wrong value before a wrong key', { a: '', '-b': 'v' }, 'invalid label key format'],
  [
    'a wrong key before a long one',
    { '-b': 'v', ['k'.repeat(64)]: 'v' },
    'label key exceeds maximum length',
  ],
])('labels with %s are refused', (_, labels, sentence) => {
  expect(withLabels(labels)).toBe(sentence);
});

test('labels named like parts of every object are only labels', () => {
  const labels = { constructor: 'a', toString: 'b' };
  expect(checkAgent({ ...agent, labels }).labels).toEqual(labels);
});

test('no JSON makes anything but a description or a sentence', () => {
  const near = fc.record(
    { name: fc.jsonValue(), os: fc.jsonValue(), ip: fc.jsonValue(), labels: fc.jsonValue() },
    { requiredKeys: [] },
  );
  const sent = fc.oneof(
    fc.jsonValue(),
    near.map((body) => ({ ...agent, ...body })),
  );
  fc.assert(
    fc.property(sent, (body) => {
      try {
        expect(checkAgent(body)).toMatchObject({ name: expect.any(String) });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
    }),
    { seed: 20260303, numRuns: 1_000 },
  );
});
