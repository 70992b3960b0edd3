import { asRead } from '@parapet/chassis';
import type { Change } from '@parapet/readmodel';
import { type DeliveryStep, evolveHealth } from './webhook-health';
import type { StoredHealth } from './webhook-health.collection';

/** A step with the offset of its fact. */
export type PlacedStep = DeliveryStep & { readonly offset: number };

/** What the steps of a batch do to the stored health of their webhooks; what was folded in already changes nothing. */
export function foldHealth(
  before: ReadonlyMap<string, StoredHealth>,
  steps: readonly PlacedStep[],
): Change<StoredHealth>[] {
  const after = new Map(before);
  for (const step of steps) {
    const id = step.event.data.webhook_id;
    const was = after.get(id);
    if (was && was.applied >= step.offset) continue;
    after.set(id, { ...evolveHealth(was, step), applied: step.offset });
  }
  return [...after.values()]
    .filter((now) => now !== before.get(now.id))
    .map((now) => change(now, before.get(now.id)));
}

function change(now: StoredHealth, was: StoredHealth | undefined): Change<StoredHealth> {
  const guard = asRead(was);
  return was ? { id: now.id, set: now, guard } : { id: now.id, insert: now, guard };
}
