import { domainToASCII } from 'node:url';

/** The longest name that DNS can carry, without the trailing dot. */
export const LONGEST_NAME = 253;
const LONGEST_LABEL = 63;

/** As nearly all names come: in normal form, and the last label is no number. */
const NORMAL = /^(?:[a-z0-9_-]{1,63}\.)*[a-z_-][a-z0-9_-]{0,62}$/;
/** What IDNA takes for a dot. */
export const DOT = /[.\u3002\uff0e\uff61]/u;
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
const PLAIN = /^[a-z0-9_.-]+$/;
/** What may not stand in a name; the URL parser behind `domainToASCII` would cut, drop or decode it. */
const FORBIDDEN = /[\p{Cc}\p{Zs}%/:?#@\\[\]<>^|*]/u;

/**
 * The normal form of a domain name: lower case, no trailing dot, IDNA to ASCII.
 * Null when the text cannot be a name, or is an address in disguise (`0x7f.1`).
 */
export function normaliseName(text: string): string | null {
  if (text.length <= LONGEST_NAME && NORMAL.test(text)) return text;
  if (text.length === 0 || isTooLong(text)) return null;
  const lower = text.toLowerCase();
  // As it came: IDNA knows of letters that are another in lower case at the end of a word.
  const ascii = PLAIN.test(lower) ? lower : toAscii(text);
  const name = ascii.endsWith('.') ? ascii.slice(0, -1) : ascii;
  return wellFormed(name) ? name : null;
}

/**
 * Whether it is longer than any way to write a name, but for signs that nobody sees, which IDNA drops. What a long label comes to in
 * ASCII takes time by the square of its length.
 */
export function isTooLong(text: string): boolean {
  if (text.length <= LONGEST_LABEL) return false;
  const seen = text.replace(UNSEEN, '');
  return (
    seen.length > 4 * LONGEST_NAME ||
    seen.split(DOT).some(({ length }) => length > 4 * LONGEST_LABEL)
  );
}

/** Empty where there is none. What is forbidden may also be written in wide forms (`＊`), which become the usual ones. */
function toAscii(text: string): string {
  const ascii = FORBIDDEN.test(text) ? '' : domainToASCII(text);
  return FORBIDDEN.test(ascii) ? '' : ascii;
}

function wellFormed(name: string): boolean {
  if (name.length === 0 || name.length > LONGEST_NAME) return false;
  const labels = name.split('.');
  if (labels.some((label) => label.length === 0 || label.length > LONGEST_LABEL)) return false;
  return !/^(\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? '');
}
