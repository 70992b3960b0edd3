import { useState } from 'react';

/** What a request carries that makes one thing, however often it is sent. With another body it makes another. */
export interface Once {
  (body: unknown): { readonly 'Idempotency-Key': string };
  /** It was made: who asks for the same again means another one. */
  made(): void;
}

/** For a form that makes something: sent again because the answer was lost, it makes nothing more. */
export function useOnce(): Once {
  const [keys] = useState(() => new Map<string, string>());
  const once = (body: unknown) => {
    const text = JSON.stringify(body);
    const key = keys.get(text) ?? newKey();
    keys.set(text, key);
    return { 'Idempotency-Key': key };
  };
  return Object.assign(once, { made: () => keys.clear() });
}

/** 128 bits. Only pages of https have `randomUUID`. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
