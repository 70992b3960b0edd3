import { Code } from '@mantine/core';
import { visibleLines } from './lines';

interface TextBlockProps {
  /** What it is, for who cannot see it. */
  readonly label: string;
  /** Text that somebody else wrote. */
  readonly text: string;
}

/** A text of many lines, such as a body: shown as text, whatever stands in it, and scrolled in a place of its own. */
export const TextBlock = ({ label, text }: TextBlockProps) => (
  <Code
    block
    tabIndex={0}
    role="group"
    aria-label={label}
    mah={320}
    bd="1px solid var(--mantine-color-default-border)"
    style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
  >
    <bdi dir="ltr">{visibleLines(text)}</bdi>
  </Code>
);
