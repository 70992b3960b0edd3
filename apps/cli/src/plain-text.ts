/** What came from outside must not steer the terminal. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

const SHOWN = 80;

/** The beginning of what somebody unknown wrote, to be shown. */
export function beginningOf(text: string): string {
  const line = plain(text.slice(0, SHOWN + 1)).trim();
  return line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line;
}

/** JSON that steers no terminal either: what is read of it is the same. @param indent blanks before each level, if it is to have lines */
export const plainJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replace(/[\p{Cf}\x7f-\x9f]/gu, (text) =>
    Array.from({ length: text.length }, (_, i) => escaped(text.charCodeAt(i))).join(''),
  );

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** To the second, for tables; `never` for none. */
export const seconds = (time: string | null): string =>
  time === null ? 'never' : time.slice(0, 19).replace('T', ' ');
