import { Code, Text } from '@mantine/core';
import type { IssueInFullView } from '../api/generated/types.gen';
import { times } from '../components/number';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { TimeAgo } from '../components/time-ago';
import { AgentLink } from './agent-link';
import { processLine } from './process-line';
import { type Piece, whatHappened } from './what-happened';
import classes from './issue.module.css';

interface IssueProps {
  readonly issue: IssueInFullView;
}

export function WhatHappened({ issue }: IssueProps) {
  const { command } = issue.details;
  const isInTree = issue.evidence.some(({ metadata }) => processLine(metadata).length > 0);
  return (
    <Section title="What happened">
      <Text size="lg" className={classes.wrapped}>
        {whatHappened(issue).map((piece, index) => (
          <PieceOfSentence key={index} piece={piece} issue={issue} />
        ))}
      </Text>
      {command !== undefined && !isInTree && (
        <Code block className={classes.command}>
          <PlainText>{command}</PlainText>
        </Code>
      )}
      <Text size="sm" c="dimmed">
        <HowOften issue={issue} />
      </Text>
    </Section>
  );
}

function PieceOfSentence({ piece, issue }: IssueProps & { readonly piece: Piece }) {
  if ('words' in piece) return piece.words;
  if ('time' in piece) return <TimeAgo at={piece.time} />;
  if ('agent' in piece)
    return (
      <AgentLink agentId={issue.agent_id} known={issue.micro_context.node ?? issue.agent_id} />
    );
  if ('code' in piece)
    return (
      <Code fz="0.9em">
        <PlainText>{piece.code}</PlainText>
      </Code>
    );
  return (
    <b>
      <PlainText>{piece.text}</PlainText>
    </b>
  );
}

/** The times are those of receipt: what arrives late happened before. */
function HowOften({ issue: { occurrences, first_seen, last_seen } }: IssueProps) {
  if (occurrences === 1)
    return (
      <>
        Reported once, <TimeAgo at={last_seen} />.
      </>
    );
  return (
    <>
      Reported {times(occurrences)}: first <TimeAgo at={first_seen} />, last{' '}
      <TimeAgo at={last_seen} />.
    </>
  );
}
