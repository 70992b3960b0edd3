import { Button, Menu } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { houseNow } from '../api/house-clock';
import { lastMs, PERIODS } from '../components/period';
import type { ChangeIssuesSearch, IssuesSearch } from './issues.search';

interface PeriodMenuProps {
  readonly search: IssuesSearch;
  readonly onChange: (change: ChangeIssuesSearch) => void;
}

/** How far back the list goes. */
export const PeriodMenu = ({ search, onChange }: PeriodMenuProps) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button
        size="compact-sm"
        variant="default"
        fw={400}
        leftSection={<IconCalendar size={14} aria-hidden />}
      >
        {search.since || search.until ? 'Period' : 'All time'}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {PERIODS.map(({ label, ms }) => (
        <Menu.Item
          key={label}
          onClick={() => {
            const last = lastMs(ms, houseNow());
            onChange((now) => ({ ...now, until: undefined, ...last }));
          }}
        >
          {label}
        </Menu.Item>
      ))}
      <Menu.Item
        onClick={() => onChange((now) => ({ ...now, since: undefined, until: undefined }))}
      >
        All time
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
