import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ago, millisecondsOf } from './ago';

const EVERY_MS = 15_000;

/** How long ago something was, kept up to date; the exact time on hover and for keyboards. */
export function TimeAgo({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(ticking);
  }, []);
  const ms = millisecondsOf(at);
  return (
    <Tooltip label={new Date(ms).toLocaleString(undefined, { timeZoneName: 'short' })}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {ago(ms, now)}
      </time>
    </Tooltip>
  );
}
