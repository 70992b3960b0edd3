import { Button, Skeleton, Stack } from '@mantine/core';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { isMissing } from '../api/problem';
import { EmptyState } from '../components/empty-state';
import { Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { IssueInFull } from './issue-in-full';
import { useIssue } from './issue-query';

function IssuePage() {
  const { issueId } = page.useParams();
  const { data: issue, error } = useIssue(issueId);
  if (issue)
    return (
      <Stack>
        {error !== null && <ProblemAlert problem={error} />}
        <IssueInFull key={issueId} issue={issue} />
      </Stack>
    );
  if (!error) return <Loading />;
  if (isMissing(error)) return <NoSuchIssue />;
  return (
    <Page title="Issue">
      <ProblemAlert problem={error} />
    </Page>
  );
}

const Loading = () => (
  <Page title="Issue">
    <Stack gap="md" aria-busy>
      {[96, 160, 240].map((height) => (
        <Skeleton key={height} h={height} />
      ))}
    </Stack>
  </Page>
);

const NoSuchIssue = () => (
  <Page title="There is no such issue">
    <EmptyState
      title="Nothing is known of this issue"
      action={
        <Button component={Link} to="/issues">
          To all issues
        </Button>
      }
    >
      The link may be cut off, or it is one of another Parapet.
    </EmptyState>
  </Page>
);

export const page = createLazyRoute('/signed-in/issues/$issueId')({ component: IssuePage });
