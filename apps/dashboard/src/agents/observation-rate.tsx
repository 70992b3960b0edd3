import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summariseEventsOptions } from '../api/generated/@tanstack/react-query.gen';
import { Histogram } from '../components/histogram/histogram';
import { number } from '../components/number';
import { ProblemAlert } from '../components/problem-alert';
import { Section } from '../components/section';
import { COUNT_SERIES } from '../events/count-series';

const COUNT_EVERY_MS = 30_000;

/** How many events an agent sent, minute by minute, in the last hour. */
export function ObservationRate({ agentId }: { readonly agentId: string }) {
  const { data, error } = useQuery({
    ...summariseEventsOptions({ query: { agent_id: agentId } }),
    refetchInterval: COUNT_EVERY_MS,
  });
  return (
    <Section title="Events in the last hour">
      {error && <ProblemAlert problem={error} />}
      {data && (
        <>
          <Histogram
            label="Events in the last hour"
            buckets={data.histogram.buckets}
            series={COUNT_SERIES}
            stepSeconds={data.histogram.step_seconds}
            height={110}
          />
          <Text size="xs" c="dimmed">
            {number(data.histogram.buckets.reduce((sum, { count }) => sum + count, 0))} in the last
            hour
          </Text>
        </>
      )}
      {!data && !error && <Skeleton h={110} />}
    </Section>
  );
}
