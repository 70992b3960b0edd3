import { reasonWords } from './reason-words';

test('a reason that is a sentence already ends in one full stop', () => {
  expect(reasonWords('the agent reported scan: A scanner was started.', 'open')).toBe(
    'The agent reported scan: A scanner was started.',
  );
});

test('a resolved issue is not said to be allowed by no policy: one may allow it by now', () => {
  expect(reasonWords('no policy allows it', 'open')).toBe('No policy allows it.');
  expect(reasonWords('no policy allows it', 'resolved')).toBe(
    'No policy allowed it when it was seen.',
  );
  expect(reasonWords('no policy allows it: rules allow names alone', 'resolved')).toBe(
    'No policy allowed it when it was seen: rules allow names alone.',
  );
});
