import { Checkbox, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { memo, type MouseEvent } from 'react';
import type { IssueView } from '../api/generated/types.gen';
import { number } from '../components/number';
import { PlainText } from '../components/plain-text';
import { SeverityBadge } from '../components/severity-badge';
import { StatusBadge } from '../components/status-badge';
import { TimeAgo } from '../components/time-ago';
import { VerdictBadge } from '../components/verdict-badge';
import { visible } from '../components/visible';
import type { Ticks } from './ticks/use-ticks';
import classes from './issue-row.module.css';

interface IssueRowProps {
  readonly issue: IssueView;
  /** Where issues of several statuses stand beside each other. */
  readonly withStatus?: boolean;
  /** Left out where issues cannot be ticked. */
  readonly ticked?: boolean;
  readonly onTick?: Ticks['tick'];
}

export const IssueRow = memo(({ issue, withStatus, ticked, onTick }: IssueRowProps) => (
  <li
    className={classes.row}
    data-status={withStatus}
    data-tick={onTick && true}
    onMouseEnter={sayWhatIsCut}
  >
    {onTick && (
      <label className={classes.tick}>
        <Checkbox
          aria-label={visible(issue.title)}
          checked={ticked}
          onChange={({ currentTarget }) => onTick(issue.id, currentTarget.checked)}
        />
      </label>
    )}
    <SeverityBadge severity={issue.severity} />
    <div className={classes.what}>
      <Link to="/issues/$issueId" params={{ issueId: issue.id }} className={classes.title}>
        <PlainText>{issue.title}</PlainText>
      </Link>
      <Text size="xs" c="dimmed" className={classes.line}>
        <PlainText>{whatOf(issue)}</PlainText>
      </Text>
    </div>
    <Text size="sm" className={classes.where}>
      <PlainText>{whereOf(issue)}</PlainText>
    </Text>
    <div className={classes.marks}>
      <VerdictBadge verdict={issue.verdict} />
      {withStatus && <StatusBadge status={issue.status} />}
    </div>
    <Text size="sm" className={classes.count}>
      {times(issue.occurrences)}
    </Text>
    <Text size="sm" className={classes.when}>
      <TimeAgo at={issue.last_seen} />
    </Text>
  </li>
));
IssueRow.displayName = 'IssueRow';

/** The link, which lies over the whole row, says on hover where it was if there is no room for that. */
function sayWhatIsCut({ currentTarget: row }: MouseEvent<HTMLLIElement>): void {
  const [link, where] = [row.querySelector('a'), row.querySelector(`.${classes.where}`)];
  if (!link || !where) return;
  link.title = where.scrollHeight > where.clientHeight ? (where.textContent ?? '') : '';
}

const times = (count: number): string => (count === 1 ? 'once' : `${number(count)} times`);

/** Where it went, and what did it, as far as known. */
function whatOf({ details }: IssueView): string {
  const destination = details.domain ?? details.ip ?? details.path;
  const port = details.port === undefined ? '' : `:${details.port}`;
  const process = details.process ?? details.command;
  const place = destination === undefined ? undefined : `${destination}${port}`;
  return [place, process].filter((part) => part !== undefined).join(' · ');
}

const whereOf = ({ micro_context: { cluster, node, platform } }: IssueView): string =>
  [cluster, node].filter((part) => part !== undefined).join(' / ') || (platform ?? '');
