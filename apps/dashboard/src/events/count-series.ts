import type { Series } from '../components/histogram/buckets';

/** What a histogram of events shows. */
export const COUNT_SERIES: readonly Series<'count'>[] = [
  { key: 'count', label: 'Events', color: 'indigo.6' },
];
