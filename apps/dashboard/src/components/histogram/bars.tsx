import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import classes from './bars.module.css';
import { number, shortNumber } from '../number';
import { type Bucket, type Series, type Span, spanOf, spanText, tickOf } from './buckets';
import { useDrag } from './use-drag';

interface BarsProps {
  readonly buckets: readonly Bucket<string>[];
  readonly series: readonly Series<string>[];
  readonly stepSeconds: number;
  readonly height: number;
  readonly onSelect?: (span: Span) => void;
}

/** Pixels beside the bars. */
const AXIS = 44;
const MARGIN = { top: 8, right: 8, bottom: 0, left: 0 };
const INSET = { left: AXIS, right: MARGIN.right };

/** The drawn part of a histogram; loaded when it is shown, for it brings a library of charts. */
export default function Bars({ buckets, series, stepSeconds, height, onSelect }: BarsProps) {
  const timeAt = (index: number): string => buckets[index]?.time ?? '';
  const { dragged, handlers } = useDrag(buckets.length, INSET, ({ from, to }) => {
    onSelect?.(spanOf(timeAt(from), timeAt(to), stepSeconds));
  });
  return (
    <Box {...(onSelect && { ...handlers, className: classes.selectable })}>
      <BarChart
        h={height}
        data={[...buckets]}
        dataKey="time"
        type="stacked"
        series={series.map(({ key, label, color }) => ({ name: key, label, color }))}
        accessibilityLayer={false}
        tickLine="none"
        classNames={{
          ...{ tooltip: classes.tooltip, tooltipLabel: classes.line, tooltipItem: classes.line },
        }}
        barChartProps={{ barCategoryGap: '12%', margin: MARGIN }}
        xAxisProps={{ tickFormatter: (time: string) => tickOf(time, stepSeconds), minTickGap: 32 }}
        valueFormatter={number}
        yAxisProps={{
          ...{ allowDecimals: false, width: AXIS, tickCount: 3 },
          tickFormatter: shortNumber,
        }}
        tooltipProps={{ labelFormatter: (time) => spanText(String(time), stepSeconds) }}
        referenceAreas={
          dragged && [{ x1: timeAt(dragged.from), x2: timeAt(dragged.to), color: 'indigo.5' }]
        }
      />
    </Box>
  );
}
