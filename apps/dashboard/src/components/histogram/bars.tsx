import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useState } from 'react';
import { type Bucket, type Series, type Span, spanOf, spanText, tickOf } from './buckets';

interface BarsProps {
  readonly buckets: readonly Bucket<string>[];
  readonly series: readonly Series<string>[];
  readonly stepSeconds: number;
  readonly height: number;
  readonly onSelect?: (span: Span) => void;
}

/** Where a drag began, and where it is: beginnings of buckets. */
interface Drag {
  readonly from: string;
  readonly to: string;
}

/** What the chart says of where the pointer is. */
interface Pointed {
  readonly activeLabel?: string | number | undefined;
}

/** The drawn part of a histogram; loaded when it is shown, for it brings a library of charts. */
export default function Bars({ buckets, series, stepSeconds, height, onSelect }: BarsProps) {
  const [drag, setDrag] = useState<Drag>();
  const begin = ({ activeLabel: at }: Pointed): void => {
    if (typeof at === 'string') setDrag({ from: at, to: at });
  };
  const move = ({ activeLabel: at }: Pointed): void => {
    if (drag && typeof at === 'string' && at !== drag.to) setDrag({ ...drag, to: at });
  };
  const end = (): void => {
    if (drag) onSelect?.(spanOf(drag.from, drag.to, stepSeconds));
    setDrag(undefined);
  };
  const selecting = onSelect && {
    ...{ onMouseDown: begin, onMouseMove: move, onMouseUp: end },
    ...{ onMouseLeave: () => setDrag(undefined), style: { cursor: 'crosshair' } },
  };
  return (
    <BarChart
      h={height}
      data={[...buckets]}
      dataKey="time"
      type="stacked"
      series={series.map(({ key, label, color }) => ({ name: key, label, color }))}
      accessibilityLayer={false}
      barChartProps={{ ...selecting, barCategoryGap: '12%', margin: { top: 8, right: 8 } }}
      xAxisProps={{ tickFormatter: (time: string) => tickOf(time, stepSeconds), minTickGap: 40 }}
      yAxisProps={{ allowDecimals: false, width: 44, tickCount: 4 }}
      tooltipProps={{ labelFormatter: (time) => spanText(String(time), stepSeconds) }}
      referenceAreas={drag ? [{ x1: drag.from, x2: drag.to, color: 'indigo.5' }] : []}
    />
  );
}
