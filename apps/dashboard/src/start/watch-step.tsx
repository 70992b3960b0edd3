import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { IssueView, ListedEvent } from '../api/generated/types.gen';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { SeverityBadge } from '../components/severity-badge';
import { gist } from '../issue/gist';
import { type Permission, useMay } from '../session/session';

interface WatchStepProps {
  readonly event: ListedEvent | undefined;
  readonly issue: IssueView | undefined;
}

/** What came of it: the first event, then the issue that it raised, as far as somebody may see them. */
export function WatchStep({ event, issue }: WatchStepProps) {
  const mayEvents = useMay('events:read');
  const mayIssues = useMay('issues:read');
  return (
    <Stack gap="md" role="status">
      {mayEvents ? <First event={event} /> : <NotAllowed what="events" needs="events:read" />}
      {event && !issue && mayIssues && (
        <News>Waiting for the issue. What a policy allows raises none.</News>
      )}
      {event && !mayIssues && <NotAllowed what="issues" needs="issues:read" />}
      {issue && <Raised issue={issue} />}
    </Stack>
  );
}

const First = ({ event }: Pick<WatchStepProps, 'event'>) =>
  event ? (
    <News done>
      The first event is there:{' '}
      <PageLink to="/events/$eventId" params={{ eventId: event.id }}>
        <PlainText>{gist(event)}</PlainText>
      </PageLink>
    </News>
  ) : (
    <News>Waiting for the first event. This page hears of it by itself.</News>
  );

const Raised = ({ issue }: { readonly issue: IssueView }) => (
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
);

interface NotAllowedProps {
  readonly what: string;
  readonly needs: Permission;
}

const NotAllowed = ({ what, needs }: NotAllowedProps) => (
  <Text size="sm">
    Your token may not see {what}: it needs the permission {needs}.
  </Text>
);

interface NewsProps {
  readonly done?: boolean;
  readonly children: ReactNode;
}

const News = ({ done = false, children }: NewsProps) => (
  <Group gap="sm" wrap="nowrap">
    {done ? (
      <IconCheck size={20} style={{ flex: 'none' }} aria-hidden />
    ) : (
      <Loader size={20} flex="none" aria-hidden />
    )}
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      {children}
    </Text>
  </Group>
);
