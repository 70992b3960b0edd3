import { Box, Text } from '@mantine/core';
import type { WebhookView } from '../../api/generated/types.gen';
import { PageLink } from '../../components/page-link';
import { PlainText } from '../../components/plain-text';
import type { Column } from '../../components/rows';
import { TimeAgo } from '../../components/time-ago';
import { HealthBadge } from './health-badge';
import { filterInWords, WEBHOOK_EVENTS } from './webhook-values';

const eventsInWords = ({ events }: WebhookView): string =>
  WEBHOOK_EVENTS.filter(({ value }) => events.includes(value))
    .map(({ label }) => label)
    .join(', ');

function Destination({ webhook: { id, url, description } }: { readonly webhook: WebhookView }) {
  return (
    <Box maw={420} style={{ overflowWrap: 'anywhere' }}>
      <PageLink
        to="/settings/webhooks/$webhookId"
        params={{ webhookId: id }}
        fw={600}
        lineClamp={2}
      >
        <PlainText>{url}</PlainText>
      </PageLink>
      {description !== '' && (
        <Text size="xs" c="dimmed" lineClamp={2}>
          <PlainText>{description}</PlainText>
        </Text>
      )}
    </Box>
  );
}

function LastAttempt({ delivery_health: health }: WebhookView) {
  const at = health.failing_since === null ? health.last_success_at : health.last_failure_at;
  return at === null ? 'None yet' : <TimeAgo at={at} />;
}

/** What lists of webhooks show. */
export const WEBHOOK_COLUMNS: readonly [Column<WebhookView>, ...Column<WebhookView>[]] = [
  { title: 'URL', cell: (webhook) => <Destination webhook={webhook} /> },
  { title: 'Health', cell: (webhook) => <HealthBadge webhook={webhook} /> },
  { title: 'Events', cell: eventsInWords },
  {
    title: 'Told of',
    cell: ({ filter }) => <PlainText>{filterInWords(filter)}</PlainText>,
  },
  { title: 'Last attempt', cell: LastAttempt },
  { title: 'Created', cell: ({ created_at }) => <TimeAgo at={created_at} /> },
];
