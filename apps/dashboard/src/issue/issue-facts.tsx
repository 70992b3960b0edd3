import { Code } from '@mantine/core';
import type { IssueInFullView } from '../api/generated/types.gen';
import { Facts } from '../components/facts';
import { PageLink } from '../components/page-link';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { visible } from '../components/visible';
import { useMay } from '../session/session';
import { AgentLink } from './agent-link';
import { factsOf } from './facts-of';

/** Of these facts all events can be shown. */
const DESTINATIONS = ['Domain', 'Address'];

/** What is known, each under its name. */
export function IssueFacts({ issue }: { readonly issue: IssueInFullView }) {
  const mayLook = useMay('events:read');
  const { id, agent_id, micro_context } = issue;
  const agent = <AgentLink agentId={agent_id} known={micro_context.node ?? agent_id} />;
  const known = factsOf(issue).map(([name, text]) => {
    const Shown = mayLook && DESTINATIONS.includes(name) ? Destination : PlainText;
    return [name, <Shown key={name}>{text}</Shown>] as const;
  });
  return (
    <Section title="Facts">
      <Facts facts={[['Agent', agent], ...known, ['Id', <Code key="id">{id}</Code>]]} />
    </Section>
  );
}

/** A destination, and the way to all events that went there or looked it up, whoever sent them. */
const Destination = ({ children }: { readonly children: string }) => (
  <>
    <PlainText>{children}</PlainText>{' '}
    <PageLink
      to="/events"
      search={{ destination: children }}
      style={{ whiteSpace: 'nowrap' }}
      aria-label={`All events of ${visible(children)}`}
    >
      All events
    </PageLink>
  </>
);
