import { askedFromNow } from './asked-from-now';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function asked() {
  const questions: PromiseWithResolvers<string>[] = [];
  const ask = askedFromNow(() => {
    const question = Promise.withResolvers<string>();
    questions.push(question);
    return question.promise;
  });
  return { ask, questions };
}

describe('askedFromNow', () => {
  it('asks once for all that come while a question is on its way, and never gives them its answer', async () => {
    const { ask, questions } = asked();
    const first = ask();
    const later = [ask(), ask()];
    questions[0]?.resolve('old');
    expect(await first).toBe('old');
    await turn();
    questions[1]?.resolve('new');
    expect(await Promise.all(later)).toEqual(['new', 'new']);
    expect(questions).toHaveLength(2);
  });

  it('asks again after a question that failed', async () => {
    const { ask, questions } = asked();
    const [first, later] = [ask(), ask()];
    questions[0]?.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await turn();
    questions[1]?.resolve('new');
    expect(await later).toBe('new');
  });
});
