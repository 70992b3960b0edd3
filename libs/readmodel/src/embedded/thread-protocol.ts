import type { CallName, Calls } from './calls';

/** A call on its way to the store. */
export interface CallMessage<K extends CallName = CallName> {
  readonly id: number;
  readonly name: K;
  readonly ask: Calls[K]['ask'];
}

/** From the asking thread: a call, or the wish to end. */
export type ToThread = CallMessage | { readonly id: number; readonly name: 'close' };

/** Errors lose their class on the way: what matters of it travels beside the text. */
export interface Failure {
  readonly unavailable: boolean;
  readonly message: string;
}

/** From the store's thread, one per message. Id 0 stands for the opening of the file. */
export type FromThread =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly failure: Failure };
