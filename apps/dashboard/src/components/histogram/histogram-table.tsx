import { VisuallyHidden } from '@mantine/core';
import { type Bucket, type Series, spanText } from './buckets';

interface HistogramTableProps<K extends string> {
  readonly label: string;
  readonly buckets: readonly Bucket<K>[];
  readonly series: readonly Series<K>[];
  readonly stepSeconds: number;
}

/** The same numbers for who cannot see bars; buckets without anything are left out. */
export function HistogramTable<K extends string>(props: HistogramTableProps<K>) {
  const { label, buckets, series, stepSeconds } = props;
  const filled = buckets.filter((bucket) => series.some(({ key }) => bucket[key] > 0));
  return (
    <VisuallyHidden>
      <table>
        <caption>{filled.length === 0 ? `${label}: none` : label}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ key, label: name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map((bucket) => (
            <tr key={bucket.time}>
              <th scope="row">{spanText(bucket.time, stepSeconds)}</th>
              {series.map(({ key }) => (
                <td key={key}>{bucket[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
