import { Code, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { AgentName } from '../agents/agent-name';
import type { ListedEvent } from '../api/generated/types.gen';
import { PlainText } from '../components/plain-text';
import { type RowColumn, rowLink, RowTable } from '../components/row-table';
import { TimeAgo } from '../components/time-ago';
import { VerdictBadge } from '../components/verdict-badge';
import { gist } from '../issue/gist';
import type { EventsSearch } from './events.search';

interface EventsTableProps {
  readonly label: string;
  readonly events: readonly ListedEvent[];
  /** Where all are of one agent its column is left out. */
  readonly withoutAgent?: boolean;
  /** What stays in the address when an event is opened. */
  readonly search?: EventsSearch;
}

const WIDTHS = 'minmax(0, 3fr) minmax(0, 0.8fr) 104px';
const AGENT_WIDTH = 'minmax(0, 1.4fr)';
const WHEN_WIDTH = '88px';

/** Events in rows, each of which opens the event. */
export function EventsTable({ label, events, search = {}, withoutAgent }: EventsTableProps) {
  const agent = withoutAgent ? [] : [AGENT];
  return (
    <RowTable
      label={label}
      columns={[...columnsOf(search), ...agent, WHEN]}
      widths={[WIDTHS, ...agent.map(() => AGENT_WIDTH), WHEN_WIDTH].join(' ')}
      rows={events}
      keyOf={({ id }) => id}
    />
  );
}

const columnsOf = (search: EventsSearch): readonly RowColumn<ListedEvent>[] => [
  {
    title: 'What',
    cell: (event) => (
      <Link
        to="/events/$eventId"
        params={{ eventId: event.id }}
        search={search}
        className={rowLink}
        resetScroll={false}
      >
        <PlainText>{gist(event)}</PlainText>
      </Link>
    ),
  },
  {
    title: 'Type',
    cell: ({ type }) => (
      <Code>
        <PlainText>{type}</PlainText>
      </Code>
    ),
  },
  { title: 'Verdict', cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
];

const AGENT: RowColumn<ListedEvent> = {
  title: 'Agent',
  cell: ({ agent_id }) => (
    <Text size="xs" c="dimmed" truncate>
      <AgentName agentId={agent_id} />
    </Text>
  ),
};

const WHEN: RowColumn<ListedEvent> = {
  title: 'When',
  cell: ({ timestamp }) => <TimeAgo at={timestamp} />,
};
