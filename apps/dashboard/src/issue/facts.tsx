import { Code } from '@mantine/core';
import type { ReactNode } from 'react';
import type { IssueInFullView } from '../api/generated/types.gen';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { AgentLink } from './agent-link';
import { factsOf } from './facts-of';
import classes from './issue.module.css';

/** What is known, each under its name. */
export function Facts({ issue }: { readonly issue: IssueInFullView }) {
  const { id, agent_id, micro_context } = issue;
  return (
    <Section title="Facts">
      <dl className={classes.facts}>
        <Fact name="Agent">
          <AgentLink agentId={agent_id} known={micro_context.node ?? agent_id} />
        </Fact>
        {factsOf(issue).map(([name, text]) => (
          <Fact key={name} name={name}>
            <PlainText>{text}</PlainText>
          </Fact>
        ))}
        <Fact name="Id">
          <Code>{id}</Code>
        </Fact>
      </dl>
    </Section>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}

const Fact = ({ name, children }: FactProps) => (
  <div className={classes.fact}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
