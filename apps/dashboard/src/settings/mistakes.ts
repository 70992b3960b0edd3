import { ApiProblem } from '../api/problem';

/** What the API found wrong with a form: sentences by the field they are about, and what is about none. */
export interface Mistakes<F extends string> {
  readonly at: ReadonlyMap<F, string>;
  /** What was thrown, unless every sentence of it has its field. */
  readonly rest: unknown;
}

const isAbout = (sentence: string, field: string): boolean =>
  new RegExp(`^(each (of|value in) )?${field}\\b`).test(sentence);

/**
 * Finds the fields that a refusal is about: its sentences, between `; `, begin with the name of their field.
 * @param problem what was thrown; null when nothing was
 */
export function mistakesOf<F extends string>(problem: unknown, fields: readonly F[]): Mistakes<F> {
  const isRefusal = problem instanceof ApiProblem && problem.status === 400;
  if (!isRefusal) return { at: new Map(), rest: problem };
  const sentences = problem.message.split('; ');
  const found = sentences.flatMap((sentence) => {
    const field = fields.find((one) => isAbout(sentence, one));
    return field === undefined ? [] : [[field, sentence] as const];
  });
  if (found.length < sentences.length) return { at: new Map(), rest: problem };
  // What would be right stands with the first of them.
  const help = problem.details === '' ? '' : `: ${problem.details}`;
  const told = found.map(
    ([field, sentence], i) => [field, i === 0 ? sentence + help : sentence] as const,
  );
  return { at: new Map(told.toReversed()), rest: null };
}
