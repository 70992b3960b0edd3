import { problemOf } from './house-problem';

test('a sentence with its full stop and what would be right are one sentence', async () => {
  const [message, details] = ['The read model is away.', 'try again in 1 s.'];
  const answer = Response.json({ error: { code: 'unavailable', message, details } });
  expect((await problemOf(answer)).message).toContain('The read model is away: try again in 1 s.');
});
