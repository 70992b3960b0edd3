/** Where to go after signing in: a path of this house, and no other place. Browsers read on behind tabs and line ends. */
export function signInSearch({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' && /^\/(?![/\\])[^\t\r\n]*$/.test(next) ? { next } : {};
}
