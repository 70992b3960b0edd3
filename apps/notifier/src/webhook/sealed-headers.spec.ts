import { openHeaders, sealHeaders } from './sealed-headers';
import { SealBroken, SecretBox } from './secret-box';

const box = new SecretBox(Buffer.alloc(32, 1));
const HEADERS = { 'X-Key': 'k\t"1"', Authorization: 'Bearer abc' };
const sealed = sealHeaders(box, 'webhook_1', HEADERS);

test('what was sealed opens again, names in lower case, and shows nothing but names', () => {
  expect(openHeaders(box, { id: 'webhook_1', ...sealed })).toEqual({
    ...{ 'x-key': 'k\t"1"', authorization: 'Bearer abc' },
  });
  expect(sealed.header_names).toEqual(['authorization', 'x-key']);
  expect(JSON.stringify(sealed)).not.toContain('abc');
});

test('what a version of before has sealed opens: what the seal is bound to stays as it is', () => {
  const headers_sealed = 'v1.f26yr-WW.AwMDAwMDAwMDAwMD.PDWwCsO_zDq56Q-4r8vCNo_1BSR3q2LYayPZjhc';
  expect(openHeaders(box, { id: 'webhook_1', headers_sealed })).toEqual({ 'x-key': 'k' });
});

test('no headers need no seal, and webhooks from before there were any have none', () => {
  expect(sealHeaders(box, 'webhook_1', {})).toEqual({ header_names: [], headers_sealed: null });
  for (const none of [{}, { headers_sealed: null }])
    expect(openHeaders(box, { id: 'webhook_1', ...none })).toEqual({});
});

test('rule 17: they do not open for another webhook, nor a secret as headers, nor headers as a secret', () => {
  const secret = { id: 'webhook_1', headers_sealed: box.seal('{"x-key":"whsec"}', 'webhook_1') };
  expect(() => openHeaders(box, { id: 'webhook_2', ...sealed })).toThrow(SealBroken);
  expect(() => openHeaders(box, secret)).toThrow(SealBroken);
  expect(() => box.open(sealed.headers_sealed ?? '', 'webhook_1')).toThrow(SealBroken);
});
