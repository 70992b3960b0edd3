/** The code of an error of the system, such as `ENOENT`; undefined for anything else. */
export const failureCode = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** What the system says of what it could not do; null for any other error, which is a fault of ours. */
export const failureText = (error: unknown): string | null =>
  failureCode(error) === undefined
    ? null
    : String((error as { readonly message?: unknown }).message);
