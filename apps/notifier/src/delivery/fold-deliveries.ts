import { asRead } from '@parapet/chassis';
import {
  type Delivery,
  type DeliveryEvent,
  evolveDelivery,
  isOvertaken,
  type Recorded,
} from '@parapet/contracts';
import type { Change } from '@parapet/readmodel';
import type { PlacedStep } from '../health/fold-health';
import type { DeliveryRow, StoredDelivery } from './delivery.collection';
import { keptAttempts } from './kept-attempts';

/** Folds one event into a row. A fact that changes nothing answers the same row. */
export function evolveRow(
  row: DeliveryRow | undefined,
  event: DeliveryEvent,
): DeliveryRow | undefined {
  const folded = evolveDelivery(row, event);
  if (!folded || folded === row) return row;
  const now = row ? folded : inTrace(folded, event);
  const tries = event.type === 'DeliveryRequeued' ? 0 : (row?.tries ?? 0) + triesOf(row, event);
  const attempts = now.attempts === row?.attempts ? row.attempts : keptAttempts(now.attempts);
  if (now.next_at !== null) return { ...now, tries, attempts, due_at: now.next_at };
  const { due_at: _, ...over }: Delivery & { readonly due_at?: string } = now;
  return { ...over, tries, attempts };
}

/** What is sent goes on with the trace of what planned it. */
const inTrace = (
  planned: Delivery,
  { traceparent }: DeliveryEvent,
): Delivery & Pick<DeliveryRow, 'traceparent'> =>
  traceparent === undefined ? planned : { ...planned, traceparent };

/** How many places in the schedule a fact moves it on. */
function triesOf(row: DeliveryRow | undefined, event: DeliveryEvent): number {
  if (!row || !('attempt' in event.data) || event.data.attempt === null) return 0;
  return isOvertaken(row, event.data) ? 0 : 1;
}

const moves = (was: DeliveryRow | undefined, now: DeliveryRow, event: DeliveryEvent): boolean =>
  (event.type === 'DeliveryRequeued' && was !== now) || was?.next_at !== now.next_at;

/** What a batch does to the stored rows. */
export interface FoldedDeliveries {
  readonly changes: readonly Change<StoredDelivery>[];
  /** Rows that a fact made due (at once or at a time to come), or due no more. */
  readonly moved: readonly DeliveryRow[];
  /** What each fact that counts did, in order. */
  readonly steps: readonly PlacedStep[];
}

/**
 * Folds a batch of one partition. `due_at` is written only where a fact moved it: it also carries the lease of a sender,
 * and a fold that wrote back what it read would end the lease.
 */
export function foldDeliveries(
  before: ReadonlyMap<string, StoredDelivery>,
  records: readonly Recorded<DeliveryEvent>[],
): FoldedDeliveries {
  const after = new Map(before);
  const moved = new Set<string>();
  const steps: PlacedStep[] = [];
  for (const { position, event } of records) {
    const id = event.data.delivery_id;
    const was = after.get(id);
    if (was && was.applied >= position.offset) continue;
    const now = evolveRow(was, event);
    if (!now) continue;
    if (moves(was, now, event)) moved.add(id);
    after.set(id, { ...now, applied: position.offset });
    if (now !== was) steps.push({ event, was, now, offset: position.offset });
  }
  const changed = [...after.values()].filter((row) => row !== before.get(row.id));
  return {
    changes: changed.map((row) => change(row, before.get(row.id), moved.has(row.id))),
    moved: changed.filter((row) => moved.has(row.id)),
    steps,
  };
}

function change(
  row: StoredDelivery,
  was: StoredDelivery | undefined,
  moved: boolean,
): Change<StoredDelivery> {
  const guard = asRead(was);
  if (!was) return { id: row.id, insert: row, guard };
  const set = changedFields(row, was);
  if (!moved) return { id: row.id, set, guard };
  const moves = { id: row.id, set, guard, makes: row };
  if (row.due_at === undefined) return { ...moves, unset: ['due_at'] };
  return { ...moves, set: { ...set, due_at: row.due_at } };
}

/** What of a row differs from what it was, its time aside: its body never does, its attempts only where one was made. */
function changedFields(row: StoredDelivery, was: StoredDelivery): Partial<StoredDelivery> {
  const changed: Record<string, unknown> = {};
  for (const field of Object.keys(row)) {
    const value: unknown = Reflect.get(row, field);
    if (field !== 'due_at' && value !== Reflect.get(was, field)) changed[field] = value;
  }
  return changed;
}
