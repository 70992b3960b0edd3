import { plain } from '../plain-text';
import type { Step } from './plan-policies';

type Kind = Step['kind'];

const nameOf = (step: Step): string =>
  step.kind === 'delete' ? step.now.name : step.file.document.name;

const WORDS: Readonly<Record<Kind, readonly [done: string, planned: string]>> = {
  create: ['created', 'to create'],
  update: ['updated', 'to update'],
  delete: ['deleted', 'to delete'],
  keep: ['unchanged', 'unchanged'],
};

/** Names of policies by what was done with them, or would be. For machines. */
export function summary(steps: readonly Step[], isDone: boolean): object {
  const of = (kind: Kind): string[] => steps.filter((s) => s.kind === kind).map(nameOf);
  return {
    ...{ done: isDone, create: of('create'), update: of('update') },
    ...{ delete: of('delete'), keep: of('keep') },
  };
}

/** The same for people. */
export function summaryText(steps: readonly Step[], isDone: boolean): string {
  if (steps.every(({ kind }) => kind === 'keep'))
    return 'Nothing to do: the policies are as the files say.';
  const counts = (Object.keys(WORDS) as Kind[]).flatMap((kind) => {
    const count = steps.filter((step) => step.kind === kind).length;
    return count === 0 ? [] : [`${count} ${WORDS[kind][isDone ? 0 : 1]}`];
  });
  return `${counts.join(', ')}.`;
}

/** What is said when a step is done. */
export const stepText = (step: Step): string => `${plain(nameOf(step))} is ${WORDS[step.kind][0]}`;
