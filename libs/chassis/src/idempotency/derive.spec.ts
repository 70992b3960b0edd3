import { wellFormed } from '../auth/token-format';
import {
  derivedIdOf,
  derivedSecretOf,
  derivedTokenOf,
  hiddenBy,
  type KeyedRequest,
} from './derive';

const subkey = Buffer.alloc(32, 1);
const request: KeyedRequest = { caller: 'token_1', route: 'POST /v1/agents', key: 'k' };
const HEADERS = { authorization: 'Bearer short', 'x-a': '1' };
/** All that a request can make, with this key. */
const all = (asked: KeyedRequest, key = subkey): readonly string[] => [
  derivedIdOf(key, 'agent', asked),
  derivedTokenOf(key, 'agent', asked),
  derivedTokenOf(key, 'user', asked),
  derivedSecretOf(key, asked).toString('base64'),
  hiddenBy(key, asked, HEADERS),
];

test('the same request always makes the same', () => {
  expect(all({ ...request })).toEqual(all(request));
  const [id = '', ofAgent = '', ofUser = ''] = all(request);
  expect(id).toMatch(/^agent_[A-Za-z0-9_-]{22}$/);
  expect([wellFormed(ofAgent), wellFormed(ofUser)]).toEqual(['agent', 'user']);
  expect(derivedSecretOf(subkey, request)).toHaveLength(32);
});

test.each<[string, KeyedRequest]>([
  ['caller', { ...request, caller: 'token_2' }],
  ['route', { ...request, route: 'POST /v1/policies' }],
  ['key', { ...request, key: 'k2' }],
  ['caller, though the texts in a row are the same', { ...request, caller: 'token_', key: '1k' }],
])('another %s makes something else of everything', (_, other) => {
  const before = all(request);
  expect(all(other).filter((made, i) => made === before[i])).toEqual([]);
});

test('another secret key makes something else of everything', () => {
  const before = all(request);
  const foreign = Buffer.alloc(32, 2);
  expect(all(request, foreign).filter((made, i) => made === before[i])).toEqual([]);
});

test('what is hidden is the same for the same, in any order, and for nothing else', () => {
  const hidden = hiddenBy(subkey, request, HEADERS);
  const turned = { 'x-a': '1', authorization: 'Bearer short' };
  expect(hiddenBy(subkey, request, turned)).toBe(hidden);
  expect(hiddenBy(subkey, request, { ...HEADERS, 'x-a': '2' })).not.toBe(hidden);
  expect(hidden).not.toContain('short');
});
