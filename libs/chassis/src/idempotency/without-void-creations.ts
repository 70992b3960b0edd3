import type { LogEvent, Recorded } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import { KEYED_CREATIONS } from './keyed-creation.collection';

/** Only creations with an `Idempotency-Key` carry one. */
function requestDigest({ data }: LogEvent<string, object>): string | undefined {
  const { request_digest }: { readonly request_digest?: string } = data;
  return request_digest;
}

/**
 * Notes the creations with an `Idempotency-Key` in a batch of one partition, and answers the batch without the void ones: of all
 * facts that claim to make one thing the first in the log counts, also when the thing has been deleted since, and wherever it lies again:
 * one that was parked is appended anew.
 */
export async function withoutVoidCreations<E extends LogEvent<string, object>>(
  store: ReadModel,
  records: readonly Recorded<E>[],
): Promise<readonly Recorded<E>[]> {
  const claims = records.flatMap(({ key, event, position: { partition, offset } }) => {
    const request_digest = requestDigest(event);
    if (request_digest === undefined) return [];
    return [{ id: key, fact: event.id, request_digest, time: event.time, partition, offset }];
  });
  if (claims.length === 0) return records;
  await store.insert(KEYED_CREATIONS, claims);
  const ids = [...new Set(claims.map(({ id }) => id))];
  const first = await store.getMany(KEYED_CREATIONS, ids, ['fact', 'offset']);
  return records.filter(({ key, event, position }) => {
    if (requestDigest(event) === undefined) return true;
    const counting = first.get(key);
    return counting?.fact === event.id || counting?.offset === position.offset;
  });
}
