/** The code of an error of the system, such as `ENOENT`; undefined for anything else. */
export const failureCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
