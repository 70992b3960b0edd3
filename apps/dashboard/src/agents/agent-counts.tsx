import { SimpleGrid, Text } from '@mantine/core';
import type { AgentEventsView } from '../api/generated/types.gen';
import { number } from '../components/number';
import { Section } from '../components/section';

const REASONS: Readonly<Record<string, string>> = {
  bad_request: 'not as the API wants it',
  payload_too_large: 'too large',
  unsupported_media_type: 'of another media type',
  no_observation: 'no observation',
};

/** What became of what an agent sent. */
export function AgentCounts({ events }: { readonly events: AgentEventsView }) {
  const { accepted, duplicate, rejected, lost } = events;
  const reasons = Object.entries(rejected);
  const refused = reasons.reduce((sum, [, count]) => sum + count, 0);
  return (
    <Section title="Events since it was created">
      <SimpleGrid cols={{ base: 2, xs: 4 }} component="dl" m={0} spacing="xs">
        <Count label="New" count={accepted} />
        <Count label="Known already" count={duplicate} />
        <Count label="Refused" count={refused} />
        <Count label="Lost by sensors" count={lost} />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        These counts are about right: they come some seconds late, and a process of Parapet that was
        killed may have left some out.
      </Text>
      {reasons.length > 0 && (
        <Text size="xs" c="dimmed">
          Refused:{' '}
          {reasons
            .map(([reason, count]) => `${number(count)} ${REASONS[reason] ?? reason}`)
            .join(', ')}
        </Text>
      )}
    </Section>
  );
}

const Count = ({ label, count }: { readonly label: string; readonly count: number }) => (
  <div>
    <Text component="dt" size="xs" c="dimmed">
      {label}
    </Text>
    <Text component="dd" m={0} fz="lg" fw={600}>
      {number(count)}
    </Text>
  </div>
);
