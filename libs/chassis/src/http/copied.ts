/** A text that was cut out of another keeps the whole of that in memory: what is kept of a header is kept as a copy. */
export const copied = (text: string): string => Buffer.from(text).toString();
