import type { LogEvent, Recorded } from '@parapet/contracts';
import { auditEntry } from './audit-entry';
import type { AuditEntry, AuditState } from './audit.collection';
import type { AuditedNoun } from './audited-nouns';

/** What a batch makes of the states known before it. */
export interface FoldedAudit<S> {
  readonly entries: readonly AuditEntry[];
  readonly states: ReadonlyMap<string, AuditState<S>>;
}

/** The state after a fact that counts; undefined for one that is void, of no interest, or applied already. */
function counted<S extends object>(
  known: AuditState<S> | undefined,
  offset: number,
  evolve: (before: S | undefined) => S | undefined,
): S | undefined {
  if (known && known.applied >= offset) return undefined;
  const now = evolve(known?.state);
  return now === known?.state ? undefined : now;
}

/**
 * Folds a batch of one partition: each fact that changes a state, and so counts, is an entry. What a state has applied already is
 * skipped: its entry was written before it was.
 */
export function foldAudit<S extends object, E extends LogEvent<string, object>>(
  before: ReadonlyMap<string, AuditState<S>>,
  records: readonly Recorded<E>[],
  noun: AuditedNoun<S, E>,
): FoldedAudit<S> {
  const states = new Map(before);
  const entries: AuditEntry[] = [];
  for (const { key: id, event, position } of records) {
    const known = states.get(id);
    const state = counted(known, position.offset, (before) => noun.evolve(before, event));
    if (!state) continue;
    states.set(id, { id, applied: position.offset, state });
    const entry = auditEntry(event, { type: noun.type, id, name: noun.nameOf(state) });
    if (entry) entries.push(entry);
  }
  return { entries, states };
}
