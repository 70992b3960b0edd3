import { SEVERITIES, type WebhookFilter } from '@parapet/contracts';
import type { Filtered } from './transition.collection';

type Condition = (filter: WebhookFilter, seen: Filtered) => boolean;

/** What is not known of an issue holds nothing back: an alert too many is a nuisance, one too few is lost. */
const CONDITIONS: readonly Condition[] = [
  ({ min_severity: least }, { severity }) =>
    least === undefined || SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least),
  ({ verdicts }, { verdict }) => verdicts?.includes(verdict) ?? true,
  ({ platforms }, { context }) =>
    context?.platform === undefined || (platforms?.includes(context.platform) ?? true),
  // An agent without a cluster is known to be in none.
  ({ clusters }, { context }) =>
    context === undefined || (clusters?.includes(context.cluster ?? '') ?? true),
];

/** Whether a webhook with this filter hears of an issue as it is seen. */
export const passesFilter = (filter: WebhookFilter, seen: Filtered): boolean =>
  CONDITIONS.every((holds) => holds(filter, seen));
