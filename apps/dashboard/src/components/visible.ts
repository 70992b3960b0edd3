/**
 * What is not seen, or changes how what stands around it is seen: controls, marks of direction, blanks without width, letters without
 * dots of Braille, variants of nothing, and more marks on a letter than a language has, which would cover other lines. What makes an
 * emoji of a sign is seen.
 */
export const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?<=\p{M}{4})\p{M}|(?!(?<=\p{Extended_Pictographic})\uFE0F)\p{Default_Ignorable_Code_Point}/gu;

const NAMES: Readonly<Record<string, string>> = { '\n': '⏎', '\r': '␍', '\t': '⇥', '\u001b': '␛' };

/** How such a character is shown, wherever it stands. */
export const shown = (character: string): string =>
  NAMES[character] ??
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** A text as it can be seen: nothing of it is hidden, moved or coloured by characters that have no form of their own. */
export const visible = (text: string): string => text.replace(UNSEEN, shown);
