import type { Series } from './buckets';

/** The only series of a histogram that counts one kind of thing. @param label what is counted, such as `Events` */
export const countSeries = (label: string): readonly Series<'count'>[] => [
  { key: 'count', label, color: 'indigo.6' },
];
