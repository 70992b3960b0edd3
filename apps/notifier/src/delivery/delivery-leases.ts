import { isoTime } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import { DELIVERIES, type StoredDelivery } from './delivery.collection';

/** Longer than an attempt (15 s) and its record take. A sender that died is followed by another after so long. */
export const LEASE_MS = 30_000;
const AT_ONCE = 100;

/** Which delivery, of which webhook. */
export type Leased = Pick<StoredDelivery, 'id' | 'webhook_id'>;

/**
 * Who may send which delivery, and for how long: one process at a time (`exactness.md`, rule 16). `due_at` of what was claimed is the
 * end of its lease. A fact that makes a delivery due at another time ends it before.
 */
export abstract class DeliveryLeases {
  /** Takes what is due of one webhook, oldest first, at most `limit`. @throws Unavailable */
  abstract claim(webhookId: string, limit: number): Promise<readonly StoredDelivery[]>;

  /** Ends the leases of what is not begun: it is due again as it was. @throws Unavailable */
  abstract giveBack(claimed: readonly StoredDelivery[]): Promise<void>;

  /** Answers each with its new lease, or as it was where its lease is over. @throws Unavailable */
  abstract renew(claimed: readonly StoredDelivery[]): Promise<readonly StoredDelivery[]>;

  /** Those of which the lease holds, and which the documents know to be pending. @throws Unavailable */
  abstract stillDue(claimed: readonly StoredDelivery[]): Promise<ReadonlySet<StoredDelivery>>;

  /** What is due now and claimed by nobody, of all webhooks, oldest first; `after`: the last one seen. @throws Unavailable */
  abstract due(limit: number, after?: StoredDelivery): Promise<readonly StoredDelivery[]>;

  /**
   * Makes due now what is due later than any may be (ms since 1970): a clock that was ahead put it off, or leased it.
   * @returns whether there may be more of it. @throws Unavailable
   */
  abstract bringBack(latest: number): Promise<boolean>;

  /** What is due first of all that nobody has claimed, be that now or later. @throws Unavailable */
  abstract first(): Promise<StoredDelivery | undefined>;

  /** The documents of claimed deliveries, as they are stored, where they are at hand: each is answered once, to whoever changes it. */
  abstract takeStored(deliveries: readonly Leased[]): ReadonlyMap<string, StoredDelivery>;

  /** Hears of deliveries that a fact made due at another time, or no more, when that has been written. */
  abstract moved(deliveries: readonly Leased[]): void;
}

/** Holds while a delivery is claimed, or due, as it was when it was read. */
export const heldAs = ({ due_at = '' }: StoredDelivery) =>
  ({ field: 'due_at', equals: due_at }) as const;

/** The page of what is due at a moment (ms since 1970), oldest first, by its documents; behind `last`, where that is given. */
export const dueBy = (now: number, limit: number, last?: StoredDelivery) => {
  const page = { sort: 'due_at', order: 'asc', below: isoTime(now + 1), limit } as const;
  return last?.due_at === undefined ? page : { ...page, after: { sort: last.due_at, id: last.id } };
};

/** Makes due `now` some of what is due later than `latest`, unless somebody moves it meanwhile. @returns whether there may be more of it */
export async function makeDue(store: ReadModel, latest: number, now: number): Promise<boolean> {
  const late = { sort: 'due_at', order: 'asc', above: isoTime(latest), limit: AT_ONCE } as const;
  const rows = await store.page(DELIVERIES, { equal: {}, ...late });
  const set = { due_at: isoTime(now) };
  await store.write(
    DELIVERIES,
    rows.map((row) => ({ id: row.id, set, guard: heldAs(row) })),
  );
  return rows.length === AT_ONCE;
}

/** The page of what is due first, now or later. */
export const FIRST_DUE = { sort: 'due_at', order: 'asc', limit: 1 } as const;
