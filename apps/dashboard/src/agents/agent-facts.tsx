import { Code, Group, Text } from '@mantine/core';
import type { AgentView } from '../api/generated/types.gen';
import { Facts } from '../components/facts';
import { PlainText } from '../components/plain-text';
import { Section } from '../components/section';
import { TimeAgo } from '../components/time-ago';
import { PLATFORM_NAMES } from './agent-words';
import { LastSeen } from './last-seen';
import { StatusMark } from './status-mark';

/** What an agent is, as it was told and as it says itself. */
export function AgentFacts({ agent }: { readonly agent: AgentView }) {
  const text = (value: string | undefined) => value && <PlainText>{value}</PlainText>;
  return (
    <Section title="Agent">
      <Facts
        facts={[
          ['Status', <StatusMark key="status" status={agent.status} />],
          ['Last seen', <LastSeen key="seen" agent={agent} />],
          ['Platform', PLATFORM_NAMES[agent.platform]],
          ['Cluster', text(agent.cluster)],
          ['Version', text(agent.version)],
          ['Name', agent.name === agent.hostname ? undefined : text(agent.name)],
          ['System', text(agent.os)],
          ['Address', text(agent.ip)],
          ['Created', <TimeAgo key="created" at={agent.created_at} />],
          ['Id', <Code key="id">{agent.id}</Code>],
          ['Labels', <Labels key="labels" labels={agent.labels} />],
        ]}
      />
    </Section>
  );
}

function Labels({ labels }: { readonly labels: AgentView['labels'] }) {
  const entries = Object.entries(labels);
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        none
      </Text>
    );
  return (
    <Group gap={6}>
      {entries.map(([key, value]) => (
        <Code key={key}>
          <PlainText>{`${key}=${value}`}</PlainText>
        </Code>
      ))}
    </Group>
  );
}
