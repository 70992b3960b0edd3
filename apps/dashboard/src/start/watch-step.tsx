import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { IssueView, ListedEvent } from '../api/generated/types.gen';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { SeverityBadge } from '../components/severity-badge';
import { gist } from '../issue/gist';

interface WatchStepProps {
  readonly event: ListedEvent | undefined;
  readonly issue: IssueView | undefined;
}

/** What came of it: the first event, then the issue that it raised. */
export const WatchStep = ({ event, issue }: WatchStepProps) => (
  <Stack gap="md" role="status">
    {event ? (
      <News done>
        The first event is there:{' '}
        <PageLink to="/events/$eventId" params={{ eventId: event.id }}>
          <PlainText>{gist(event)}</PlainText>
        </PageLink>
      </News>
    ) : (
      <News>Waiting for the first event. This page hears of it by itself.</News>
    )}
    {event && !issue && <News>Waiting for the issue. What a policy allows raises none.</News>}
    {issue && (
      <>
        <News done>
          It raised an issue: <PlainText>{issue.title}</PlainText>
        </News>
        <Group gap="sm">
          <SeverityBadge severity={issue.severity} />
          <Button
            renderRoot={(props) => (
              <Link {...props} to="/issues/$issueId" params={{ issueId: issue.id }} />
            )}
          >
            See the issue
          </Button>
        </Group>
      </>
    )}
  </Stack>
);

interface NewsProps {
  readonly done?: boolean;
  readonly children: ReactNode;
}

const News = ({ done = false, children }: NewsProps) => (
  <Group gap="sm" wrap="nowrap">
    {done ? <IconCheck size={20} aria-hidden /> : <Loader size={20} aria-hidden />}
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </Group>
);
