import { Problem } from '@parapet/contracts';

const [NEWLINE, RETURN, BLANK, TAB] = [0x0a, 0x0d, 0x20, 0x09];

const isBlank = (byte: number | undefined): boolean =>
  byte === NEWLINE || byte === RETURN || byte === BLANK || byte === TAB;

/**
 * The lines of a body, without their ends (`\n` or `\r\n`); lines with nothing in them are passed over, byte by byte: a few KiB can
 * inflate to millions of them. Nothing is copied.
 * @throws Problem `payload_too_large` when there are more than `most`
 */
export function linesOf(body: Buffer, most: number): readonly Buffer[] {
  const lines: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === NEWLINE) from = at + 1;
    if (isBlank(byte)) continue;
    const found = body.indexOf(NEWLINE, at);
    const end = found < 0 ? body.length : found;
    lines.push(body.subarray(from, body[end - 1] === RETURN ? end - 1 : end));
    if (lines.length > most)
      throw new Problem(
        'payload_too_large',
        'The body has more lines than this route takes',
        `at most ${most}`,
      );
    at = end;
    from = end + 1;
  }
  return lines;
}
