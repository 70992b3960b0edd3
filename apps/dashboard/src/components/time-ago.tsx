import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ago, exactly, millisecondsOf } from './ago';
import classes from './time-ago.module.css';

const EVERY_MS = 15_000;

/** How long ago something was, kept up to date; the exact time on hover, and on paper, where nothing is kept up to date. */
export function TimeAgo({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(ticking);
  }, []);
  const ms = millisecondsOf(at);
  const exact = exactly(ms);
  return (
    <Tooltip label={exact}>
      <time dateTime={at} data-exact={exact} className={classes.time}>
        <span>{ago(ms, now)}</span>
      </time>
    </Tooltip>
  );
}
