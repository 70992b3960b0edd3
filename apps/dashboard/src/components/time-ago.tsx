import { Tooltip } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ago } from './ago';

const EVERY_MS = 15_000;

/** How long ago something was, kept up to date; the exact time on hover and for keyboards. */
export function TimeAgo({ at }: { readonly at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(ticking);
  }, []);
  return (
    <Tooltip label={new Date(at).toLocaleString(undefined, { timeZoneName: 'short' })}>
      <time dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {ago(Date.parse(at), now)}
      </time>
    </Tooltip>
  );
}
