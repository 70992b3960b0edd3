/** The first of these words that stands there once more; undefined where none does. */
export const givenTwice = (words: readonly string[]): string | undefined =>
  words.find((word, i) => words.indexOf(word) !== i);
