import { Group, Text } from '@mantine/core';
import type { MatchedIssueView } from '../../api/generated/types.gen';
import { times } from '../../components/number';
import { PageLink } from '../../components/page-link';
import { PlainText } from '../../components/plain-text';
import { StatusBadge } from '../../components/status-badge';
import { TimeAgo } from '../../components/time-ago';

interface MatchedIssueProps {
  readonly issue: MatchedIssueView;
  /** Where its page is opened: here, or beside what somebody has written and would lose. */
  readonly target?: '_self' | '_blank';
}

/** An issue that a policy is about, as a line of a list. */
export const MatchedIssue = ({ issue, target = '_self' }: MatchedIssueProps) => (
  <Text component="li" size="sm" style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
    <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
      <PageLink to="/issues/$issueId" params={{ issueId: issue.issue_id }} target={target}>
        <PlainText>{issue.title}</PlainText>
      </PageLink>
      <StatusBadge status={issue.status} />
    </Group>
    <Text size="xs" c="dimmed">
      {issue.process !== null && (
        <>
          <PlainText>{issue.process}</PlainText> ·{' '}
        </>
      )}
      {times(issue.occurrences)}, last reported <TimeAgo at={issue.last_seen} />
    </Text>
  </Text>
);
