import { bodyOf, brokenLabels, keyGivenTwice, mistakesIn, NO_AGENT } from './new-agent';

test('what was left empty is not sent', () => {
  expect(bodyOf({ ...NO_AGENT, name: 'worker-7' })).toEqual({
    ...{ name: 'worker-7', os: 'linux', kind: 'kubernetes' },
  });
});

test('a label ends its key at the first sign of equality', () => {
  const labels = ['cluster=production', 'note = a=b'];
  expect(bodyOf({ ...NO_AGENT, ip: ' 192.0.2.7 ', labels })).toMatchObject({
    ip: '192.0.2.7',
    labels: { cluster: 'production', note: 'a=b' },
  });
});

test('a label without a key or without a sign of equality is no label', () => {
  expect(brokenLabels(['cluster', '=production', 'a=b'])).toEqual(['cluster', '=production']);
});

test('a key that two labels have is found, as the API reads it', () => {
  expect(keyGivenTwice(['team=a', 'Team=b', 'note=x', ' team =b'])).toBe('team');
  expect(keyGivenTwice(['team=a', 'Team=a'])).toBeUndefined();
});

test.each([
  [
    'invalid agent: name is required,os is required,invalid ip',
    { name: 'name is required', os: 'os is required', ip: 'invalid ip' },
  ],
  ['invalid agent kind', { kind: 'invalid agent kind' }],
  ['invalid label key format', { labels: 'invalid label key format' }],
  ['too many labels', { labels: 'too many labels' }],
  ['The body is too large', {}],
])('%j is said at the fields it speaks of', (sentence, mistakes) => {
  expect(mistakesIn(sentence)).toEqual(mistakes);
});
