import { deletedWords, switchedWords } from './effect-words';

test('to delete a policy that is applied means what disabling it means', () => {
  for (const type of ['allow', 'block'] as const)
    expect(deletedWords({ type, enabled: true })).toBe(switchedWords({ type }, false));
});

test('to delete a disabled policy changes nothing', () =>
  expect(deletedWords({ type: 'allow', enabled: false })).toContain('disabled'));

test('each type has its own words, to begin and to end', () => {
  const types = ['allow', 'block'] as const;
  const words = types.flatMap((type) => [true, false].map((on) => switchedWords({ type }, on)));
  expect(new Set(words).size).toBe(4);
});
