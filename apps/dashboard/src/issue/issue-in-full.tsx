import { Box, Group, Stack, Text } from '@mantine/core';
import type { IssueInFullView } from '../api/generated/types.gen';
import { PageLink } from '../components/page-link';
import { Page } from '../components/page';
import { SeverityBadge } from '../components/severity-badge';
import { StatusBadge } from '../components/status-badge';
import { VerdictBadge } from '../components/verdict-badge';
import { visible } from '../components/visible';
import { AllowFromHere } from './allow/allow-from-here';
import { IssueFacts } from './issue-facts';
import { Occurrences } from './occurrences';
import { Observations } from './observations';
import { ProcessTree } from './process-tree';
import { StatusActions } from './status/status-actions';
import { Timeline } from './timeline';
import { WhatHappened } from './what-happened-section';
import { Why } from './why';
import classes from './issue.module.css';

interface IssueProps {
  readonly issue: IssueInFullView;
}

/** All that is known of an issue, and what can be done about it. */
export function IssueInFull({ issue }: IssueProps) {
  return (
    <Stack gap={4}>
      <Text size="sm">
        <PageLink to="/issues">All issues</PageLink>
      </Text>
      <Page title={visible(issue.title)} actions={<Actions issue={issue} />}>
        <Stack gap="md">
          <Badges issue={issue} />
          <div className={classes.layout}>
            <Stack gap="md" className={classes.account}>
              <WhatHappened issue={issue} />
              <Why issue={issue} />
              <ProcessTree evidence={issue.evidence} />
              <Occurrences issueId={issue.id} />
            </Stack>
            <Stack gap="md" className={classes.aside}>
              <IssueFacts issue={issue} />
              <Timeline issue={issue} />
            </Stack>
            <Box className={classes.evidence}>
              <Observations issue={issue} />
            </Box>
          </div>
        </Stack>
      </Page>
    </Stack>
  );
}

const Actions = ({ issue }: IssueProps) => (
  <>
    <AllowFromHere issue={issue} />
    <StatusActions issue={issue} />
  </>
);

const Badges = ({ issue }: IssueProps) => (
  <Group gap="xs" aria-live="polite">
    <SeverityBadge severity={issue.severity} />
    <StatusBadge status={issue.status} />
    <VerdictBadge verdict={issue.verdict} />
  </Group>
);
