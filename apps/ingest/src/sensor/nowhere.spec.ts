import { isNowhere } from './nowhere';

test.each(['0.0.0.0', '::', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0', '::FFFF:0:0'])(
  '%s is nowhere',
  (address) => expect(isNowhere(address)).toBe(true),
);

test.each(['0.0.0.1', '::1', '::ffff:0.0.0.1', '10.0.0.0', 'example.com'])(
  '%s is somewhere',
  (address) => expect(isNowhere(address)).toBe(false),
);
