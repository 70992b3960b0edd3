import { collection } from '@parapet/readmodel';

/**
 * A creation that was asked for with an `Idempotency-Key`: what its repetitions are answered by. It stays when the thing is changed
 * or deleted. `id` is the derived id of the thing.
 */
export interface KeyedCreation {
  readonly id: string;
  readonly request_digest: string;
  /** Of the fact, as it was answered. */
  readonly time: string;
  /** Id of the fact: any other that claims to make this thing is void. A note of a version before has none. */
  readonly fact?: string;
  /** Where the fact lies first. */
  readonly partition: number;
  readonly offset: number;
}

export const KEYED_CREATIONS = collection<KeyedCreation>({ name: 'keyed_creations', indexes: [] });
