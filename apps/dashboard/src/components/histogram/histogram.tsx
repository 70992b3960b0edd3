import { Box, Skeleton } from '@mantine/core';
import { lazy } from 'react';
import { Part } from '../part';
import type { Bucket, Series, Span } from './buckets';
import { HistogramTable } from './histogram-table';

const Bars = lazy(() => import('./bars'));

const HEIGHT = 140;

interface HistogramProps<K extends string> {
  /** What is counted, for who cannot see it. */
  readonly label: string;
  /** Contiguous, oldest first, as the API answers them. */
  readonly buckets: readonly Bucket<K>[];
  readonly series: readonly Series<K>[];
  readonly stepSeconds: number;
  /** Pixels; 140 unless given. */
  readonly height?: number;
  /** Called with what was chosen by clicking a bar or dragging over several. Offer another way for keyboards. */
  readonly onSelect?: (span: Span) => void;
}

/** How many there were over time, as stacked bars. The bars come by themselves, so that no page waits for them. */
export function Histogram<K extends string>({ height = HEIGHT, ...props }: HistogramProps<K>) {
  return (
    <Box component="figure" m={0} aria-label={props.label} style={{ overflowX: 'clip' }}>
      <HistogramTable {...props} />
      <Part fallback={<Skeleton h={height} aria-hidden />}>
        <Box aria-hidden h={height}>
          <Bars {...props} height={height} />
        </Box>
      </Part>
    </Box>
  );
}
