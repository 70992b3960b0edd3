import { originForm, plainPath } from './request-path';

test.each([
  ['/v1/issues?x=1', '/v1/issues', '/v1/issues?x=1'],
  ['http://a:1/v1/issues?x=1', '/v1/issues', '/v1/issues?x=1'],
  ['HTTPS://a', '/', '/'],
  ['http://a?x', '/', '/?x'],
  ['/v1/issues#part?x', '/v1/issues', '/v1/issues'],
  ['/%76%31/issues', '/v1/issues', '/%76%31/issues'],
  ['/%76%31/%ZZ', '/v1/%ZZ', '/%76%31/%ZZ'],
  ['/v1/a%2Fb', '/v1/a%2Fb', '/v1/a%2Fb'],
  ['*', '/*', '/*'],
  ['//v1/issues', '//v1/issues', '//v1/issues'],
])('%s asks for %s, and is sent on as %s', (target, path, form) =>
  expect([plainPath(target), originForm(target)]).toEqual([path, form]),
);
