import { Badge } from '@mantine/core';
import type { Severity } from '../api/words';
import { SEVERITY_COLORS } from '../theme';

/** Shade of the ground, and text: far enough apart to be read, in dark and light. */
const SHADES: Readonly<Record<Severity, readonly [number, string]>> = {
  critical: [9, 'white'],
  high: [5, 'black'],
  medium: [4, 'black'],
  low: [9, 'white'],
};

export function SeverityBadge({ severity }: { readonly severity: Severity }) {
  const [shade, text] = SHADES[severity];
  return (
    <Badge
      color={`${SEVERITY_COLORS[severity]}.${shade}`}
      c={text}
      variant="filled"
      tt="capitalize"
      miw={72}
      flex="none"
    >
      {severity}
    </Badge>
  );
}
