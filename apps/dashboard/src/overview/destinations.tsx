import { Group, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { listUnknownDestinationsOptions } from '../api/generated/@tanstack/react-query.gen';
import { READ_WHEN_SHOWN } from '../api/queries';
import { Answer } from '../components/answer';
import { times } from '../components/number';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { SeverityBadge } from '../components/severity-badge';
import { useLive } from '../live/live';

const SHOWN = 6;
const READ_EVERY_MS = 5000;

/** Where most goes that no policy knows. */
export function Destinations() {
  const query = useQuery({
    ...listUnknownDestinationsOptions({ query: { limit: SHOWN } }),
    ...READ_WHEN_SHOWN,
  });
  const { refetch } = query;
  const again = useThrottledCallback(() => void refetch(), READ_EVERY_MS);
  useLive({ 'issue.created': again, 'issue.updated': again, reset: again });
  return (
    <Section title="Unknown destinations">
      <Answer query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">No open issue is about a destination that no policy decided.</Text>
          ) : (
            data.map(({ destination, occurrences, severity }) => (
              <Group key={destination} justify="space-between" wrap="nowrap" gap="xs">
                <SeverityBadge severity={severity} />
                <Text size="sm" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
                  <PageLink to="/issues" search={{ destination }}>
                    <PlainText>{destination}</PlainText>
                  </PageLink>
                </Text>
                <Text size="sm" c="dimmed" flex="none">
                  {times(occurrences)}
                </Text>
              </Group>
            ))
          )
        }
      </Answer>
    </Section>
  );
}
