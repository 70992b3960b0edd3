/**
 * Asks so that each answer is as new as the call: an answer to a question that was already on its way may be older, so whoever comes
 * meanwhile shares the next one.
 */
export function askedFromNow<A>(ask: () => Promise<A>): () => Promise<A> {
  let asking: Promise<A> | undefined;
  let next: Promise<A> | undefined;
  const fromNow = (): Promise<A> => {
    if (!asking) {
      asking = ask().finally(() => (asking = undefined));
      return asking;
    }
    next ??= asking
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return fromNow();
      });
    return next;
  };
  return fromNow;
}
