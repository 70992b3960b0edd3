import { withoutSecrets } from './without-secrets';

const SECRET_PART = '0123456789abcdefghijABCDEFGHIJ01234567';

test.each([
  [`There is no agent pp_u_${SECRET_PART}`, 'There is no agent pp_u_…'],
  [`a pp_a_${SECRET_PART}, b pp_u_${SECRET_PART}.`, 'a pp_a_…, b pp_u_….'],
  ['{"key":"whsec_ab+/cdEFgh=="}', '{"key":"whsec_…"}'],
  ['cut off: pp_u_0123', 'cut off: pp_u_…'],
  ['tokens begin with pp_u_ or pp_a_', 'tokens begin with pp_u_ or pp_a_'],
  ['', ''],
])('of %j is shown %j', (text, shown) => expect(withoutSecrets(text)).toBe(shown));
