/** Characters of a text that is kept of what an agent sent. */
export const LONGEST = 512;

/** Controls (C0, C1), line separators, marks that turn the direction of what follows, and signs without width. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** What an agent sent, bounded: well-formed Unicode of at most 512 characters. */
export const bounded = (text: string): string => text.slice(0, LONGEST).toWellFormed();

/** The same, fit for a title: what could forge a line or hide text is shown as a replacement character. */
export const plain = (text: string): string => bounded(text).replace(INVISIBLE, '\ufffd');
