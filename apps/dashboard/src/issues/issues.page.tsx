import { Group, Paper, Stack, Text } from '@mantine/core';
import { createLazyRoute } from '@tanstack/react-router';
import { Histogram } from '../components/histogram/histogram';
import { Page } from '../components/page';
import { countedWhen } from '../components/period';
import { ProblemAlert } from '../components/problem-alert';
import { Choices } from './choices';
import { ExportMenu } from './export-menu';
import { filtersOf } from './issue-filters';
import type { ChangeIssuesSearch } from './issues.search';
import { IssueResults } from './issue-results';
import { MoreFilters } from './more-filters';
import { PeriodMenu } from './period-menu';
import { SearchField } from './search-field';
import { SEVERITY_SERIES } from './severity-series';
import { StatusTabs } from './status-tabs';
import { useIssueSummary } from './use-issues';
import { WrittenFilters } from './written-filters';

function IssuesPage() {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const change = (to: ChangeIssuesSearch): void =>
    void navigate({ search: to, resetScroll: false });
  const filters = filtersOf(search);
  const { data: summary, error } = useIssueSummary(filters);
  const when = countedWhen(search, '7 days');
  return (
    <Page title="Issues" actions={<ExportMenu filters={filters} />}>
      <Stack gap="md">
        <StatusTabs search={search} counts={summary?.by_status} />
        <Group gap="md">
          <Choices search={search} summary={summary} onChange={change} />
          <Group gap={6}>
            <SearchField search={search} onChange={change} />
            <PeriodMenu search={search} onChange={change} />
            <MoreFilters search={search} onChange={change} />
          </Group>
        </Group>
        <WrittenFilters search={search} onChange={change} />
        {summary?.truncated && (
          <Text size="sm" c="dimmed">
            Only the newest issues are counted.
          </Text>
        )}
        {error && <ProblemAlert problem={error} />}
        {summary && (
          <Paper withBorder p="xs">
            <Text size="sm" c="dimmed" mb={4}>
              Raised {when}
            </Text>
            <Histogram
              label={`Issues raised ${when}`}
              buckets={summary.histogram.buckets}
              series={SEVERITY_SERIES}
              stepSeconds={summary.histogram.step_seconds}
              onSelect={(span) => change((now) => ({ ...now, ...span }))}
            />
          </Paper>
        )}
        <IssueResults search={search} filters={filters} total={summary?.total} onChange={change} />
      </Stack>
    </Page>
  );
}

export const page = createLazyRoute('/signed-in/issues')({ component: IssuesPage });
