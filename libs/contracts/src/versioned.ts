/**
 * Nouns changed by commands carry the version of their last change and the ids of the events that made the last versions,
 * so that of two racing commands exactly one wins, in every reader (`exactness.md`, rule 12).
 */
export interface Versioned {
  readonly version: number;
  /** Ids of the events that made the last versions, newest last, at most 8. */
  readonly made_by: readonly string[];
  /**
   * Digest of the request that made it, where that came with an `Idempotency-Key`: its id is derived, so that another fact may claim
   * to make it at any later time, also after it was deleted. Such a fact is void (ADR 13).
   */
  readonly request_digest?: string;
}

/** Carried by the data of every event that a command makes: the version that it makes. */
export interface MakesVersion {
  readonly version: number;
}

/** Whether the event is the next one; any other is void and ignored by all readers. */
export const isNext = (state: Versioned | undefined, data: MakesVersion): boolean =>
  data.version === (state?.version ?? 0) + 1;

/** The version fields of a state after an event made `version`. */
export const versioned = (
  state: Versioned | undefined,
  version: number,
  eventId: string,
): Versioned => ({
  version,
  made_by: [...(state?.made_by ?? []), eventId].slice(-8),
  ...(state?.request_digest !== undefined && { request_digest: state.request_digest }),
});
