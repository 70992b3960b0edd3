import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import type { IssueView } from '../api/generated/types.gen';
import { IssueRow } from './issue-row';
import type { Ticks } from './ticks/use-ticks';
import classes from './issue-row.module.css';

interface IssueListProps {
  readonly label: string;
  readonly issues: readonly IssueView[];
  readonly withStatus?: boolean;
  /** Where issues can be ticked. */
  readonly ticks?: Ticks;
}

/** Issues, one below the other; `j` and `k` go down and up among them. */
export function IssueList({ label, issues, withStatus, ticks }: IssueListProps) {
  const list = useRef<HTMLUListElement>(null);
  const go = (step: number): void => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const here = links.findIndex((link) => link === document.activeElement);
    const next = here < 0 ? 0 : here + step;
    links[Math.max(0, Math.min(next, links.length - 1))]?.focus();
  };
  useHotkeys([
    ['j', () => go(1)],
    ['k', () => go(-1)],
  ]);
  return (
    <ul className={classes.list} aria-label={label} ref={list}>
      {issues.map((issue) => (
        <IssueRow
          key={issue.id}
          issue={issue}
          withStatus={withStatus}
          ticked={ticks?.ids.has(issue.id)}
          onTick={ticks?.tick}
        />
      ))}
    </ul>
  );
}
