import { Text } from '@mantine/core';
import { PageLink } from '../components/page-link';
import { Section } from '../components/section';
import { IssueList } from '../issues/issue-list';
import { useIssues } from '../issues/use-issues';
import { Answer } from './answer';

const SHOWN = 8;
const OPEN = { status: 'open' } as const;

/** What came last and nobody has looked at. */
export function NewestIssues() {
  return (
    <Section title="Newest issues" aside={<PageLink to="/issues">All open issues</PageLink>}>
      <Answer query={useIssues(OPEN, SHOWN)}>
        {({ pages }) => {
          const issues = pages.flatMap(({ data }) => data).slice(0, SHOWN);
          if (issues.length > 0) return <IssueList label="Newest issues" issues={issues} />;
          return <Text c="dimmed">Nothing is open.</Text>;
        }}
      </Answer>
    </Section>
  );
}
