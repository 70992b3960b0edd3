import { Tooltip } from '@mantine/core';
import { ago, exactly, millisecondsOf } from './ago';
import classes from './time-ago.module.css';
import { useNow } from './use-now';

/** How long ago something was, kept up to date; the exact time on hover or touch, and on paper, where nothing is kept up to date. */
export function TimeAgo({ at }: { readonly at: string }) {
  const now = useNow();
  const ms = millisecondsOf(at);
  const exact = exactly(ms);
  return (
    <Tooltip label={exact} events={{ hover: true, focus: false, touch: true }}>
      <time dateTime={at} data-exact={exact} className={classes.time}>
        <span>{ago(ms, now)}</span>
      </time>
    </Tooltip>
  );
}
