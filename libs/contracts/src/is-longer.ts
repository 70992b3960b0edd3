/** Whether a text has more characters than that. They are counted as JSON schemas do: what takes two units of UTF-16 is one. */
export const isLonger = (text: string, longest: number): boolean =>
  text.length > longest && (text.length > 2 * longest || Array.from(text).length > longest);
