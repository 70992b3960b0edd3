import { wellFormed } from '@parapet/chassis';
import { derivedIdOf, derivedTokenOf, type KeyedRequest } from './derive';

const subkey = Buffer.alloc(32, 1);
const request: KeyedRequest = { caller: 'token_1', route: 'POST /v1/agents', key: 'k' };

test('the same request always makes the same id and the same token', () => {
  expect(derivedIdOf(subkey, 'agent', request)).toBe(derivedIdOf(subkey, 'agent', { ...request }));
  expect(derivedIdOf(subkey, 'agent', request)).toMatch(/^agent_[A-Za-z0-9_-]{22}$/);
  expect(derivedTokenOf(subkey, request)).toBe(derivedTokenOf(subkey, { ...request }));
  expect(wellFormed(derivedTokenOf(subkey, request))).toBe('agent');
});

test.each<[string, KeyedRequest]>([
  ['caller', { ...request, caller: 'token_2' }],
  ['route', { ...request, route: 'POST /v1/policies' }],
  ['key', { ...request, key: 'k2' }],
  ['caller, though the texts in a row are the same', { ...request, caller: 'token_', key: '1k' }],
])('another %s makes another id and another token', (_, other) => {
  expect(derivedIdOf(subkey, 'agent', other)).not.toBe(derivedIdOf(subkey, 'agent', request));
  expect(derivedTokenOf(subkey, other)).not.toBe(derivedTokenOf(subkey, request));
});

test('another secret key makes another id and another token', () => {
  const foreign = Buffer.alloc(32, 2);
  expect(derivedIdOf(foreign, 'agent', request)).not.toBe(derivedIdOf(subkey, 'agent', request));
  expect(derivedTokenOf(foreign, request)).not.toBe(derivedTokenOf(subkey, request));
});
