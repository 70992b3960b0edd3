import { Accordion, Button, Center, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listIssueEventsInfiniteOptions } from '../api/generated/@tanstack/react-query.gen';
import { byCursor, PAGE_SIZE } from '../api/by-cursor';
import type { IssueInFullView } from '../api/generated/types.gen';
import { number } from '../components/number';
import { ProblemAlert } from '../components/problem-alert';
import { Section } from '../components/section';
import { Observation } from './observation';
import { shownObservations } from './shown-observations';
import classes from './issue.module.css';

/** As many copies as are kept with an issue. */
const KEPT = 20;

/** The newest observations, and on demand all that are kept. */
export function Observations({ issue }: { readonly issue: IssueInFullView }) {
  const [wantsAll, setWantsAll] = useState(false);
  const asked = { path: { issue_id: issue.id }, query: { limit: PAGE_SIZE } };
  const earlier = useInfiniteQuery({
    ...listIssueEventsInfiniteOptions(asked),
    ...byCursor,
    initialPageParam: asked,
    enabled: wantsAll,
  });
  const hasMore = wantsAll ? earlier.hasNextPage : issue.occurrences > KEPT;
  const more = (): void => (wantsAll ? void earlier.fetchNextPage() : setWantsAll(true));
  const shown = shownObservations(issue.evidence, earlier.data?.pages ?? []);
  return (
    <Section
      title="Evidence"
      aside={<Count shown={shown.length} occurrences={issue.occurrences} />}
    >
      <Accordion
        multiple
        variant="contained"
        keepMounted={false}
        order={3}
        classNames={{ label: classes.observation }}
      >
        {shown.map((event) => (
          <Observation key={event.id} event={event} />
        ))}
      </Accordion>
      {earlier.error && <ProblemAlert problem={earlier.error} />}
      {(hasMore || earlier.isFetchingNextPage || earlier.isLoading) && (
        <Center>
          <Button variant="default" onClick={more} loading={earlier.isFetching}>
            Show earlier observations
          </Button>
        </Center>
      )}
    </Section>
  );
}

interface CountProps {
  readonly shown: number;
  readonly occurrences: number;
}

const Count = ({ shown, occurrences }: CountProps) => (
  <Text size="sm" c="dimmed">
    {shown < occurrences ? `newest ${number(shown)} of ${number(occurrences)}` : number(shown)}
  </Text>
);
