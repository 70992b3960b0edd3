import { reservedBecause } from './reserved-headers';

const AT_MOST = 20;
const NAME_LENGTH = 64;
const VALUE_LENGTH = 1024;
/** A token of RFC 9110. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII, with blanks and tabs inside: nothing that ends a line, and nothing that receivers read differently. */
const VALUE = '^[\\x21-\\x7e]([\\t\\x20-\\x7e]*[\\x21-\\x7e])?$';
const VALUE_FORM = new RegExp(VALUE);

/** Headers of a webhook by name, in the clear. */
export type CustomHeaders = Readonly<Record<string, string>>;

/** Headers in the API document; what else names must be, it cannot say. */
export const HEADERS_SCHEMA = {
  ...{ type: 'object' as const, maxProperties: AT_MOST },
  additionalProperties: { type: 'string', maxLength: VALUE_LENGTH, pattern: VALUE },
  description: `Sent with every request besides the house's own, which cannot be given. At most ${AT_MOST}; names of at most ${NAME_LENGTH} characters, in upper or lower case; values of at most ${VALUE_LENGTH} visible ASCII characters, with blanks and tabs inside. Kept like secrets: never shown again.`,
  example: { authorization: 'Bearer what-you-gave-out', 'x-api-key': 'what-you-gave-out' },
};

const isValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= VALUE_LENGTH && VALUE_FORM.test(value);

/** A name that is none is not repeated: it may be a value in the wrong place. */
function nameMistake(name: string): string | null {
  if (name.length > NAME_LENGTH || !NAME.test(name))
    return `headers: a name is 1 to ${NAME_LENGTH} letters, digits and any of !#$%&'*+-.^_\`|~`;
  const reason = reservedBecause(name);
  return reason === null ? null : `headers: ${name} cannot be given: ${reason}`;
}

/** What is wrong with headers that were sent, as a sentence that says what would be right; null when nothing is. */
export function headersMistake(sent: unknown): string | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return 'headers must be an object of names and values; {} is none';
  const entries = Object.entries(sent);
  if (entries.length > AT_MOST) return `headers: at most ${AT_MOST} can be given`;
  const names = new Set<string>();
  for (const [name, value] of entries) {
    const mistake = nameMistake(name);
    if (mistake !== null) return mistake;
    if (!isValue(value))
      return `headers: the value of ${name} must be 1 to ${VALUE_LENGTH} visible ASCII characters, with blanks and tabs only between them`;
    if (names.has(name.toLowerCase()))
      return `headers: ${name} is given twice, in upper and lower case; give it once`;
    names.add(name.toLowerCase());
  }
  return null;
}
