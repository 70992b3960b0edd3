import { signInSearch } from './sign-in.search';

test.each([
  '/\t/example.net',
  '/\n/example.net',
  '/\r\\example.net',
  '//example.net',
  '/\\example.net',
])(
  'signing in leads nowhere but into this house, not to %j, which a browser reads as another host',
  (next) => expect(signInSearch({ next })).toEqual({}),
);

test('signing in leads back to where somebody was', () =>
  expect(signInSearch({ next: '/issues?status=all' })).toEqual({ next: '/issues?status=all' }));
