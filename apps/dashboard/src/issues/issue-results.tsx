import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { IssueView } from '../api/generated/types.gen';
import { Answer } from '../components/answer';
import { EmptyState } from '../components/empty-state';
import { type EndlessList, NextPage } from '../components/next-page';
import { NoneSoFar } from '../components/none-so-far';
import { issuesWords, number } from '../components/number';
import { useMay } from '../session/session';
import { type IssueFilters, narrowing } from './issue-filters';
import { IssueList } from './issue-list';
import type { ChangeIssuesSearch, IssuesSearch } from './issues.search';
import { TickedBar } from './ticks/ticked-bar';
import { type Ticks, useTicks } from './ticks/use-ticks';
import { useIssues } from './use-issues';

/** More rows than anybody reads; filters lead to what is further down. */
const MOST_ROWS = 2000;
const NONE: readonly IssueView[] = [];

interface IssueResultsProps {
  readonly search: IssuesSearch;
  readonly filters: IssueFilters;
  /** How many there are; left out while it is not known. */
  readonly total?: number;
  readonly onChange: (change: ChangeIssuesSearch) => void;
}

/** What the filters let through: how many, and which, newest first. */
export function IssueResults({ filters, total, ...rest }: IssueResultsProps) {
  const list = useIssues(filters);
  const may = useMay('issues:write');
  const issues = list.data?.pages.flatMap(({ data }) => data).slice(0, MOST_ROWS) ?? NONE;
  const asked = JSON.stringify(filters);
  const ticks = useTicks(issues, asked);
  return (
    <Stack gap="md">
      <Answer query={list} waiting={<Waiting />}>
        {() => (
          <Stack gap="xs">
            {issues.length > 0 && (
              <Text size="sm" c="dimmed" role="status">
                {total !== undefined && issuesWords(total)}
              </Text>
            )}
            {may && <TickedBar key={asked} issues={issues} ticks={ticks} />}
            <Listed {...rest} issues={issues} list={list} {...(may && { ticks })} />
          </Stack>
        )}
      </Answer>
    </Stack>
  );
}

interface ListedProps extends Omit<IssueResultsProps, 'filters' | 'total'> {
  readonly issues: readonly IssueView[];
  readonly list: EndlessList;
  /** Where issues can be ticked. */
  readonly ticks?: Ticks;
}

function Listed({ search, issues, list, ticks, onChange }: ListedProps) {
  if (issues.length === 0 && list.hasNextPage) return <NoneSoFar list={list} />;
  if (issues.length === 0) return <Nothing search={search} onChange={onChange} />;
  return (
    <Stack gap="xs">
      <IssueList
        label="Issues, newest first"
        issues={issues}
        ticks={ticks}
        withStatus={search.status === 'all'}
      />
      {issues.length < MOST_ROWS ? (
        <NextPage list={list} />
      ) : (
        <Text size="sm" c="dimmed" ta="center" p="sm">
          These are the newest {number(MOST_ROWS)}. Narrow the filters to see older ones.
        </Text>
      )}
    </Stack>
  );
}

const Waiting = () => (
  <Stack gap={4} aria-label="The issues are being read" role="status">
    {Array.from({ length: 8 }, (_, row) => (
      <Skeleton key={row} h={54} />
    ))}
  </Stack>
);

function Nothing({ search, onChange }: Pick<IssueResultsProps, 'search' | 'onChange'>) {
  if (narrowing(search) > 0)
    return (
      <EmptyState
        title="No issue is like this"
        action={
          <Button variant="default" onClick={() => onChange(({ status }) => ({ status }))}>
            Clear filters
          </Button>
        }
      >
        The filters let none through. What comes is shown here as soon as it does.
      </EmptyState>
    );
  const { status = 'open' } = search;
  return (
    <EmptyState title={status === 'all' ? 'No issues yet' : `No ${status} issues`}>
      What agents see and no policy allows becomes an issue, and is shown here as soon as it does.
    </EmptyState>
  );
}
