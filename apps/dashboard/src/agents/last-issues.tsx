import { Skeleton, Text } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listIssuesOptions } from '../api/generated/@tanstack/react-query.gen';
import type { IssueView } from '../api/generated/types.gen';
import { READ_WHEN_SHOWN } from '../api/queries';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { ProblemAlert } from '../components/problem-alert';
import { type RowColumn, rowLink, RowTable } from '../components/row-table';
import { Section } from '../components/section';
import { SeverityBadge } from '../components/severity-badge';
import { TimeAgo } from '../components/time-ago';
import { useLive } from '../live/live';

const SHOWN = 5;
const ASK_EVERY_MS = 1000;

const COLUMNS: readonly RowColumn<IssueView>[] = [
  {
    title: 'Issue',
    cell: ({ id, title }) => (
      <Link to="/issues/$issueId" params={{ issueId: id }} className={rowLink}>
        <PlainText>{title}</PlainText>
      </Link>
    ),
  },
  { title: 'Severity', cell: ({ severity }) => <SeverityBadge severity={severity} /> },
  {
    title: 'Status',
    cell: ({ status }) => (
      <Text size="sm" tt="capitalize">
        {status}
      </Text>
    ),
  },
  { title: 'Created', cell: ({ created_at }) => <TimeAgo at={created_at} /> },
];

/** The newest issues about an agent. */
export function LastIssues({ agentId }: { readonly agentId: string }) {
  const { data, error, refetch } = useQuery({
    ...listIssuesOptions({ query: { agent_id: agentId, limit: SHOWN } }),
    ...READ_WHEN_SHOWN,
  });
  const ask = useThrottledCallback(() => void refetch(), ASK_EVERY_MS);
  const hear = ({ agent_id }: IssueView): void => {
    if (agent_id === agentId) ask();
  };
  useLive({ 'issue.created': hear, 'issue.updated': hear, reset: ask });
  const all = (
    <PageLink to="/issues" search={{ agent_id: agentId, status: 'all' }} size="sm">
      All issues about it
    </PageLink>
  );
  return (
    <Section title="Last issues" aside={all}>
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      )}
      {data && data.data.length > 0 && (
        <RowTable
          label="Last issues"
          columns={COLUMNS}
          widths="minmax(0, 1fr) 96px 112px 96px"
          rows={data.data}
          keyOf={({ id }) => id}
        />
      )}
      {error ? <ProblemAlert problem={error} /> : !data && <Skeleton h={120} />}
    </Section>
  );
}
