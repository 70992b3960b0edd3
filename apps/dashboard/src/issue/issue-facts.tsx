import { Code } from '@mantine/core';
import type { IssueInFullView } from '../api/generated/types.gen';
import { Facts } from '../components/facts';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { AgentLink } from './agent-link';
import { factsOf } from './facts-of';

/** What is known, each under its name. */
export function IssueFacts({ issue }: { readonly issue: IssueInFullView }) {
  const { id, agent_id, micro_context } = issue;
  const agent = <AgentLink agentId={agent_id} known={micro_context.node ?? agent_id} />;
  const known = factsOf(issue).map(
    ([name, text]) => [name, <PlainText key={name}>{text}</PlainText>] as const,
  );
  return (
    <Section title="Facts">
      <Facts facts={[['Agent', agent], ...known, ['Id', <Code key="id">{id}</Code>]]} />
    </Section>
  );
}
