import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { Span } from '../components/histogram/buckets';
import { Histogram } from '../components/histogram/histogram';
import { number } from '../components/number';
import { countedWhen } from '../components/period';
import { ProblemAlert } from '../components/problem-alert';
import { COUNT_SERIES } from './count-series';
import type { EventsSearch } from './events.search';
import { useEventCounts } from './use-events';

interface EventCountsProps {
  readonly search: EventsSearch;
  readonly onSelect: (span: Span) => void;
}

/** How many events the filters let through, and when they were. */
export function EventCounts({ search, onSelect }: EventCountsProps) {
  const { data, error } = useEventCounts(search);
  const problem = error && <ProblemAlert problem={error} />;
  if (!data) return problem ?? <Skeleton h={186} />;
  const { total, histogram } = data;
  const when = countedWhen(search, 'hour');
  return (
    <Stack>
      {problem}
      <Paper withBorder p="sm">
        <Text size="sm" mb="xs" aria-live="polite">
          <b>{number(total)}</b> {total === 1 ? 'event' : 'events'}
          <Text span size="sm" c="dimmed">
            {search.since ? '' : ` ${when}`}
          </Text>
        </Text>
        <Histogram
          label={`Events ${when}`}
          buckets={histogram.buckets}
          series={COUNT_SERIES}
          stepSeconds={histogram.step_seconds}
          onSelect={onSelect}
        />
      </Paper>
    </Stack>
  );
}
