import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PolicyDocumentView } from '../../api/generated/types.gen';
import { ProblemAlert } from '../../components/problem-alert';
import { Section } from '../../components/section';
import { matchOptions } from './match-options';
import { MatchedIssue } from './matched-issue';
import { matchedWords } from './matched-words';

interface MatchesProps {
  /** The draft as the house understands it; undefined as long as it does not. */
  readonly policy: PolicyDocumentView | undefined;
}

/** What a draft would match among what was seen: beside it while it is written. */
export const Matches = ({ policy }: MatchesProps) => (
  <Section title="What it matches among what was seen">
    {policy ? (
      <Found policy={policy} />
    ) : (
      <Text size="sm" c="dimmed">
        Shown as soon as nothing is wrong in the policy.
      </Text>
    )}
  </Section>
);

function Found({ policy }: { readonly policy: PolicyDocumentView }) {
  const { data, error } = useQuery(matchOptions(policy));
  if (error) return <ProblemAlert problem={error} />;
  if (!data) return <Skeleton h={80} role="status" aria-label="The issues are being looked at" />;
  const more = data.matched.issues - data.data.length;
  return (
    <>
      <Text size="sm" role="status">
        {matchedWords(data)}
      </Text>
      <Stack component="ul" aria-label="Matched issues" gap="sm" p={0} m={0}>
        {data.data.map((issue) => (
          <MatchedIssue key={issue.issue_id} issue={issue} />
        ))}
      </Stack>
      {more > 0 && (
        <Text size="xs" c="dimmed">
          The newest {data.data.length} are shown.
        </Text>
      )}
    </>
  );
}
