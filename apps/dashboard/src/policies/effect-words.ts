import type { PolicyDocumentView } from '../api/generated/types.gen';

type Judged = Pick<PolicyDocumentView, 'type' | 'enabled'>;

/** What changes in the world when a policy is applied no longer. */
const ENDS: Readonly<Record<PolicyDocumentView['type'], string>> = {
  allow: 'What only this policy allows raises issues again when it is seen next.',
  block:
    'What it blocks is judged by the other policies: allowed by one of them it raises no issue, else a high one instead of a critical one.',
};

const BEGINS: Readonly<Record<PolicyDocumentView['type'], string>> = {
  allow: 'What it allows raises no issue, and open issues about it are resolved.',
  block: 'What goes there raises a critical issue, whatever allows it.',
};

/** What it means to enable a policy, or to disable it. */
export const switchedWords = ({ type }: Pick<Judged, 'type'>, enabled: boolean): string =>
  enabled ? BEGINS[type] : ENDS[type];

/** What it means to delete a policy. */
export const deletedWords = ({ type, enabled }: Judged): string =>
  enabled ? ENDS[type] : 'It is disabled: nothing is judged otherwise without it.';
