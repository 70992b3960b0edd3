import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AgentName } from '../agents/agent-name';
import { PlainText } from '../components/plain-text';
import { narrowing } from './issue-filters';
import type { ChangeIssuesSearch, IssuesSearch } from './issues.search';
import { timeText } from '../components/period';

interface WrittenFiltersProps {
  readonly search: IssuesSearch;
  readonly onChange: (change: ChangeIssuesSearch) => void;
}

const plain = (text: string): ReactNode => <PlainText>{text}</PlainText>;
const LABELS = {
  since: ['After', (time: string) => plain(timeText(time))],
  until: ['Until', (time: string) => plain(timeText(time))],
  agent_id: ['Agent', (id: string) => <AgentName agentId={id} />],
  destination: ['Destination', plain],
  search: ['Search', plain],
} as const;
const WRITTEN = ['since', 'until', 'agent_id', 'destination', 'search'] as const;

/** The filters that no button shows, and how to be without them. */
export function WrittenFilters({ search, onChange }: WrittenFiltersProps) {
  if (narrowing(search) === 0) return null;
  return (
    <Group gap={6}>
      {WRITTEN.map((key) => {
        const value = search[key];
        if (value === undefined) return null;
        const [label, shown] = LABELS[key];
        return (
          <Button
            key={key}
            size="compact-sm"
            variant="default"
            fw={400}
            maw="100%"
            rightSection={<IconX size={14} aria-hidden />}
            onClick={() => onChange((now) => ({ ...now, [key]: undefined }))}
          >
            <span>
              {label}: {shown(value)}
            </span>
            <VisuallyHidden>, remove this filter</VisuallyHidden>
          </Button>
        );
      })}
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => onChange(({ status }) => ({ status }))}
      >
        Clear filters
      </Button>
    </Group>
  );
}
