import { Code, Stack, Tabs } from '@mantine/core';
import type { ListedEvent } from '../api/generated/types.gen';
import { Facts } from '../components/facts';
import { JsonTree } from '../components/json-tree';
import { PlainText } from '../components/plain-text';
import { TimeAgo } from '../components/time-ago';
import { VerdictBadge } from '../components/verdict-badge';
import { visible } from '../components/visible';
import { AgentLink } from '../issue/agent-link';

/** All that an event says, to be read, and as it is. */
export const EventDetail = ({ event }: { readonly event: ListedEvent }) => (
  <Stack>
    <Facts
      facts={[
        ['Kind', <PlainText key="kind">{event.kind}</PlainText>],
        ['Type', <PlainText key="type">{event.type}</PlainText>],
        ['Verdict', <VerdictBadge key="verdict" verdict={event.verdict} />],
        ['Happened', <Moment key="happened" at={event.timestamp} />],
        ['Received', <Moment key="received" at={event.received_at} />],
        ['Agent', <AgentLink key="agent" agentId={event.agent_id} known={event.agent_id} />],
        ['Id', <Code key="id">{event.id}</Code>],
      ]}
    />
    <Tabs defaultValue="metadata" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="metadata">Metadata</Tabs.Tab>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="metadata" pt="sm">
        <JsonTree value={event.metadata} />
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="sm">
        <Code block tabIndex={0} role="region" aria-label="The event as JSON">
          {linesOf(event)}
        </Code>
      </Tabs.Panel>
    </Tabs>
  </Stack>
);

/** Lines stay lines; what is hidden in them is shown. */
const linesOf = (event: ListedEvent): string =>
  JSON.stringify(event, null, 2).split('\n').map(visible).join('\n');

const Moment = ({ at }: { readonly at: string }) => (
  <>
    {at} (<TimeAgo at={at} />)
  </>
);
