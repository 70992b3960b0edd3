import type { ApiPropertyOptions } from '@parapet/contracts/openapi';
import { ISSUE_VERDICTS, PLATFORMS, SEVERITIES } from '@parapet/contracts';

/** Most clusters that one filter names. */
const CLUSTERS_AT_MOST = 100;
/** What the value of an agent's label may be: its cluster is one. */
const CLUSTER = '^[a-zA-Z0-9][-_a-zA-Z0-9/. ]*$';
const CLUSTER_LENGTH = 1024;
const CLUSTER_FORM = new RegExp(CLUSTER);

const TEXT = { type: 'string' } as const;
const listOf = <T extends object>(items: T) => ({
  ...({ type: 'array', items, minItems: 1, uniqueItems: true } as const),
});

/** A filter in the API document; what it cannot be is refused. */
export const FILTER_SCHEMA: ApiPropertyOptions = {
  ...{ title: 'WebhookFilter', type: 'object', additionalProperties: false },
  properties: {
    min_severity: {
      ...{ ...TEXT, enum: [...SEVERITIES] },
      description: 'This severity and every higher one',
    },
    verdicts: listOf({ ...TEXT, enum: [...ISSUE_VERDICTS] }),
    platforms: listOf({ ...TEXT, enum: [...PLATFORMS] }),
    clusters: {
      ...listOf({ ...TEXT, maxLength: CLUSTER_LENGTH, pattern: CLUSTER }),
      maxItems: CLUSTERS_AT_MOST,
    },
  },
  description:
    'All that is given must hold for the issue as it is at the event; what is left out lets everything through. An issue of an agent without a cluster is in none.',
  example: { min_severity: 'high', clusters: ['production'] },
};

const quoted = (values: readonly string[]): string => values.join(', ');

/** Says what would be right when it is not. */
type Check = (value: unknown) => string | null;

const isListOf = (value: unknown, isItem: (item: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  new Set(value).size === value.length &&
  value.every(isItem);

const someOf =
  (values: readonly string[]): Check =>
  (list) =>
    isListOf(list, (item) => values.some((value) => value === item))
      ? null
      : `must be a list of at least one of ${quoted(values)}, each once; leave it out to let every one through`;

const isCluster = (item: unknown): boolean =>
  typeof item === 'string' && item.length <= CLUSTER_LENGTH && CLUSTER_FORM.test(item);

const CHECKS: Readonly<Record<string, Check>> = {
  min_severity: (value) =>
    SEVERITIES.some((severity) => severity === value)
      ? null
      : `must be one of ${quoted(SEVERITIES)}`,
  verdicts: someOf(ISSUE_VERDICTS),
  platforms: someOf(PLATFORMS),
  clusters: (list) =>
    isListOf(list, isCluster) && list.length <= CLUSTERS_AT_MOST
      ? null
      : `must be a list of 1 to ${CLUSTERS_AT_MOST} names of clusters, as agents have them in their label, each once; leave it out to let every one through`,
};
const FIELDS = Object.keys(CHECKS);

/** What is wrong with a filter that was sent, as a sentence that says what would be right; null when nothing is. */
export function filterMistake(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return 'filter must be an object; {} lets every issue through';
  for (const [field, value] of Object.entries(sent)) {
    const check = Object.hasOwn(CHECKS, field) ? CHECKS[field] : undefined;
    // Ignored, it would let through what somebody meant to hold back.
    if (!check) return `filter can only have ${quoted(FIELDS)}`;
    const mistake = check(value);
    if (mistake !== null) return `filter.${field} ${mistake}`;
  }
  return null;
}
