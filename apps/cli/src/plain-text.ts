/** What came from outside must not steer the terminal. */
export const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

/** To the second, for tables; `never` for none. */
export const seconds = (time: string | null): string =>
  time === null ? 'never' : time.slice(0, 19).replace('T', ' ');
