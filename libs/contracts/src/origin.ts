import type { EventMeta } from './event';

/** What a decision is given of the world around it, so that it stays pure. */
export interface Origin {
  /** Id of the fact that will be made. */
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly time: string;
  /** Id of the token of whoever asks, or the name of a service. */
  readonly actor: string;
  /** What led to it; null when a person began it. */
  readonly cause: string | null;
}

/** The envelope of a fact in its first schema version. */
export const envelope = <T extends string>(
  type: T,
  { id, time, actor, cause }: Origin,
): EventMeta & { readonly type: T } => ({ id, type, schema: 1, time, actor, cause });
