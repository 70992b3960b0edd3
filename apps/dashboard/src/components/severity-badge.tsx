import { Badge } from '@mantine/core';
import type { Severity } from '../api/words';

/** Ground and text: far enough apart to be read, in dark and light. */
const COLORS: Readonly<Record<Severity, readonly [string, string]>> = {
  critical: ['red.9', 'white'],
  high: ['orange.5', 'black'],
  medium: ['yellow.4', 'black'],
  low: ['blue.9', 'white'],
};

export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  const [ground, text] = COLORS[severity];
  return (
    <Badge color={ground} c={text} variant="filled" tt="capitalize" miw={72} flex="none">
      {severity}
    </Badge>
  );
}
