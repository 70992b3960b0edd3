/** What is not seen, or changes how what stands around it is seen: controls, marks of direction, blanks without width. */
export const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu;

const NAMES: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '␍', '\t': '⇥', '\u001b': '␛' };

const shown = (character: string): string =>
  NAMES[character] ??
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** A text as it can be seen: nothing of it is hidden, moved or coloured by characters that have no form of their own. */
export const visible = (text: string): string => text.replace(UNSEEN, shown);
