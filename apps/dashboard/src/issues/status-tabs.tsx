import { Link } from '@tanstack/react-router';
import type { IssueSummaryView } from '../api/generated/types.gen';
import { capitalised } from '../components/capitalised';
import { number } from '../components/number';
import { type IssuesSearch, SHOWN_STATUSES, type ShownStatus } from './issues.search';
import classes from './status-tabs.module.css';

interface StatusTabsProps {
  readonly search: IssuesSearch;
  /** Left out while it is not known. */
  readonly counts?: IssueSummaryView['by_status'];
}

/** The issues by what became of them. */
export function StatusTabs({ search, counts }: StatusTabsProps) {
  return (
    <nav className={classes.tabs} aria-label="Status">
      {SHOWN_STATUSES.map((status) => (
        <Link
          key={status}
          to="/issues"
          search={{ ...search, status: status === 'open' ? undefined : status }}
          className={classes.tab}
          activeOptions={{ exact: true, includeSearch: true }}
        >
          {capitalised(status)}{' '}
          {counts && <span className={classes.count}>{number(countOf(status, counts))}</span>}
        </Link>
      ))}
    </nav>
  );
}

const countOf = (status: ShownStatus, counts: IssueSummaryView['by_status']): number =>
  status === 'all' ? Object.values(counts).reduce((sum, one) => sum + one, 0) : counts[status];
