import { Problem } from '@parapet/contracts';

const [NEWLINE, RETURN, BLANK, TAB] = [0x0a, 0x0d, 0x20, 0x09];

const isBlank = (line: Buffer): boolean =>
  line.every((byte) => byte === RETURN || byte === BLANK || byte === TAB);

/**
 * The lines of a body, without their ends (`\n` or `\r\n`); lines with nothing in them are passed over. Nothing is copied.
 * @throws Problem `payload_too_large` when there are more than `most`
 */
export function linesOf(body: Buffer, most: number): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < body.length;) {
    const found = body.indexOf(NEWLINE, from);
    const end = found < 0 ? body.length : found;
    const line = body.subarray(from, body[end - 1] === RETURN ? Math.max(from, end - 1) : end);
    if (!isBlank(line)) lines.push(line);
    if (lines.length > most)
      throw new Problem(
        'payload_too_large',
        'The body has more lines than this route takes',
        `at most ${most}`,
      );
    from = end + 1;
  }
  return lines;
}
