import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { summariseEventsOptions } from '../api/generated/@tanstack/react-query.gen';
import { houseTime } from '../api/house-clock';
import { Answer } from '../components/answer';
import { Histogram } from '../components/histogram/histogram';
import { number } from '../components/number';
import { PageLink } from '../components/page-link';
import { Section } from '../components/section';
import { COUNT_SERIES } from '../events/count-series';
import { perMinute } from './rate';

const COUNT_EVERY_MS = 10_000;

/** What agents send, minute by minute, in the last hour. */
export function Observations() {
  const query = useQuery({ ...summariseEventsOptions(), refetchInterval: COUNT_EVERY_MS });
  return (
    <Section title="Observations" aside={<PageLink to="/events">Events</PageLink>}>
      <Answer query={query}>
        {({ histogram: { buckets, step_seconds } }) => (
          <>
            <Text fz={28} fw={600} lh={1.2}>
              {number(perMinute(buckets, houseTime(query.dataUpdatedAt)))} per minute
            </Text>
            <Text size="sm">In the last five minutes; below, the last hour</Text>
            <Histogram
              label="Observations in the last hour"
              buckets={buckets}
              series={COUNT_SERIES}
              stepSeconds={step_seconds}
              height={110}
            />
          </>
        )}
      </Answer>
    </Section>
  );
}
