import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countIssueOccurrencesOptions } from '../api/generated/@tanstack/react-query.gen';
import { READ_WHEN_SHOWN } from '../api/queries';
import { countSeries } from '../components/histogram/count-series';
import { Histogram } from '../components/histogram/histogram';
import { ProblemAlert } from '../components/problem-alert';
import { Section } from '../components/section';

const HEIGHT = 120;
const SERIES = countSeries('Observations');

/** How often it was seen, over time. */
export const Occurrences = ({ issueId }: { readonly issueId: string }) => (
  <Section title="Occurrences">
    <Counts issueId={issueId} />
  </Section>
);

function Counts({ issueId }: { readonly issueId: string }) {
  const asked = { path: { issue_id: issueId } };
  const { data, error } = useQuery({
    ...countIssueOccurrencesOptions(asked),
    ...READ_WHEN_SHOWN,
  });
  const problem = error && <ProblemAlert problem={error} />;
  if (!data) return problem ?? <Skeleton h={HEIGHT} />;
  const { buckets, step_seconds: stepSeconds } = data;
  return (
    <>
      {problem}
      <Histogram
        label="Observations over time"
        {...{ buckets, stepSeconds, series: SERIES, height: HEIGHT }}
      />
    </>
  );
}
