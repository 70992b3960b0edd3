import { Text } from '@mantine/core';
import { Answer } from '../components/answer';
import { NoneSoFar } from '../components/none-so-far';
import { PageLink } from '../components/page-link';
import { Section } from '../components/section';
import { IssueList } from '../issues/issue-list';
import { useIssues } from '../issues/use-issues';

const SHOWN = 8;
const OPEN = { status: 'open' } as const;

/** What came last and nobody has looked at. */
export function NewestIssues() {
  const list = useIssues(OPEN, SHOWN);
  return (
    <Section title="Newest issues" aside={<PageLink to="/issues">All open issues</PageLink>}>
      <Answer query={list}>
        {({ pages }) => {
          const issues = pages.flatMap(({ data }) => data).slice(0, SHOWN);
          if (issues.length > 0) return <IssueList label="Newest issues" issues={issues} />;
          if (list.hasNextPage) return <NoneSoFar list={list} />;
          return <Text c="dimmed">Nothing is open.</Text>;
        }}
      </Answer>
    </Section>
  );
}
