import { Problem } from '@parapet/contracts';

/**
 * A problem in a text, in the one form that editors can rely on: its details begin with `line 3, column 5: `. Both count from 1; a
 * column is a unit of UTF-16, as in the texts of browsers.
 * @param offset in the text; what lies behind its end is its end
 */
export function problemAt(
  source: string,
  offset: number,
  { code, message, details }: Problem,
): Problem {
  const before = source
    .slice(0, Math.max(0, offset))
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/);
  const place = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  return new Problem(code, message, `${place}: ${details}`);
}
