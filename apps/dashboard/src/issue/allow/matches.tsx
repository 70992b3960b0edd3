import { Box, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MatchView, PolicyBody } from '../../api/generated/types.gen';
import { issuesWords, number, times } from '../../components/number';
import { ProblemAlert } from '../../components/problem-alert';
import { matchOptions } from '../../policies/matches/match-options';
import { MatchedIssue } from '../../policies/matches/matched-issue';
import classes from './allow.module.css';

interface MatchesProps {
  readonly proposal: PolicyBody;
  /** The issue that somebody came from. */
  readonly issueId: string;
}

/** What else a proposal is about, among the issues that are known. */
export function Matches({ proposal, issueId }: MatchesProps) {
  const { data, error } = useQuery(matchOptions(proposal));
  return (
    <Box component="section" aria-label="What it matches" aria-live="polite">
      {error && <ProblemAlert problem={error} />}
      {!data && !error && (
        <Skeleton h={80} role="status" aria-label="The issues are being looked at" />
      )}
      {data && <Matched match={data} issueId={issueId} />}
    </Box>
  );
}

function Matched({ match, issueId }: { readonly match: MatchView; readonly issueId: string }) {
  const others = match.data.filter(({ issue_id }) => issue_id !== issueId);
  const { issues, occurrences } = match.matched;
  const rest = issues - match.data.length;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Of what was seen it matches {issuesWords(issues)}, seen {times(occurrences)}
      </Text>
      {others.length === 0 ? (
        <Text size="sm" c="dimmed">
          That is this issue: nothing else that was seen is allowed by it.
        </Text>
      ) : (
        <ul className={classes.matches}>
          {others.map((one) => (
            <MatchedIssue key={one.issue_id} issue={one} target="_blank" />
          ))}
        </ul>
      )}
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          and {number(rest)} more
        </Text>
      )}
      {match.truncated && (
        <Text size="sm" c="dimmed">
          Only the newest {number(match.examined)} issues were looked at.
        </Text>
      )}
    </Stack>
  );
}
