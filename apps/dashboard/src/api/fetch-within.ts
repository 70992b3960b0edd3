/**
 * Asks as `fetch` does, and gives up what was not answered, to its last byte, within the time: a connection that nobody is at the end
 * of is never said to be broken.
 * @param limitMs milliseconds
 */
export const fetchWithin =
  (limitMs: number): typeof fetch =>
  (input, init) => {
    const request = new Request(input, init);
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(limitMs)]);
    return fetch(request, { signal });
  };
