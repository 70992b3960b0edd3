import type { StoreCalls, StoreHandlers } from './store-protocol';

/** Asks the handler of that name. */
export const answer = <K extends keyof StoreCalls>(
  handlers: StoreHandlers,
  name: K,
  ask: StoreCalls[K]['ask'],
): StoreCalls[K]['answer'] => handlers[name](ask);
