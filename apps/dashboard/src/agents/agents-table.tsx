import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { AgentView } from '../api/generated/types.gen';
import { PlainText } from '../components/plain-text';
import { type RowColumn, rowLink, RowTable } from '../components/row-table';
import { PLATFORM_NAMES } from './agent-words';
import { LastSeen } from './last-seen';
import { ModeMark } from './mode-mark';
import { StatusMark } from './status-mark';

const COLUMNS: readonly RowColumn<AgentView>[] = [
  {
    title: 'Agent',
    cell: ({ id, hostname, name }) => (
      <>
        <Link to="/agents/$agentId" params={{ agentId: id }} className={rowLink}>
          <PlainText>{hostname}</PlainText>
        </Link>
        {name !== hostname && (
          <Text size="xs" c="dimmed" truncate>
            <PlainText>{name}</PlainText>
          </Text>
        )}
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Platform', cell: ({ platform }) => PLATFORM_NAMES[platform] },
  { title: 'Cluster', cell: ({ cluster }) => <Word of={cluster} /> },
  { title: 'Mode', cell: ({ mode }) => <ModeMark mode={mode} /> },
  { title: 'Version', cell: ({ version }) => <Word of={version} /> },
  { title: 'Last seen', cell: (agent) => <LastSeen agent={agent} /> },
];

const WIDTHS = 'minmax(0, 2.4fr) 132px minmax(0, 1fr) minmax(0, 1.2fr) 84px minmax(0, 0.8fr) 96px';

/** Agents in rows, each of which leads to the agent. */
export const AgentsTable = ({ agents }: { readonly agents: readonly AgentView[] }) => (
  <RowTable label="Agents" columns={COLUMNS} widths={WIDTHS} rows={agents} keyOf={({ id }) => id} />
);

const Word = ({ of: word }: { readonly of: string | undefined }) =>
  word ? (
    <Text size="sm" truncate>
      <PlainText>{word}</PlainText>
    </Text>
  ) : null;
