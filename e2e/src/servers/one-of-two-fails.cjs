// Run by test-runner.spec.ts only: what the runner must count and must not pass over.
test('passes', () => expect(1).toBe(1));
test('fails', () => expect(1).toBe(2));
