/** Where to go after signing in: a path of this house, and no other place. */
export function signInSearch({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' && /^\/(?![/\\])/.test(next) ? { next } : {};
}
