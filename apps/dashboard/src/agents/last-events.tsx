import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listEventsOptions } from '../api/generated/@tanstack/react-query.gen';
import { PageLink } from '../components/page-link';
import { ProblemAlert } from '../components/problem-alert';
import { Section } from '../components/section';
import { EventsTable } from '../events/events-table';

const SHOWN = 5;
const ASK_EVERY_MS = 30_000;

/** What an agent sent last. */
export function LastEvents({ agentId }: { readonly agentId: string }) {
  const { data, error } = useQuery({
    ...listEventsOptions({ query: { agent_id: agentId, limit: SHOWN } }),
    refetchInterval: ASK_EVERY_MS,
  });
  const all = (
    <PageLink to="/events" search={{ agent_id: agentId }} size="sm">
      All its events
    </PageLink>
  );
  return (
    <Section title="Last events" aside={all}>
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet. Its token sends them; give it another where the first one is lost.
        </Text>
      )}
      {data && data.data.length > 0 && (
        <EventsTable label="Last events" events={data.data} withoutAgent />
      )}
      {error ? <ProblemAlert problem={error} /> : !data && <Skeleton h={120} />}
    </Section>
  );
}
