/** A UTF-16 unit as JSON may write it, whatever it is: `\u2028`. */
export const jsonEscape = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
