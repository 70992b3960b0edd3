const HOUR_MS = 3_600_000;

/** For how long somebody ignores an issue. */
export const SPANS = [
  { value: 'for ever', label: 'Until somebody reopens it', ms: null },
  { value: 'hour', label: 'For one hour', ms: HOUR_MS },
  { value: 'day', label: 'For one day', ms: 24 * HOUR_MS },
  { value: 'week', label: 'For one week', ms: 7 * 24 * HOUR_MS },
  { value: 'month', label: 'For 30 days', ms: 30 * 24 * HOUR_MS },
] as const;
export type SpanName = (typeof SPANS)[number]['value'];

/** When the span ends that begins now (milliseconds since 1970), ISO; null for none. */
export function endOf(name: SpanName, now: number): string | null {
  const ms = SPANS.find(({ value }) => value === name)?.ms ?? null;
  return ms === null ? null : new Date(now + ms).toISOString();
}
