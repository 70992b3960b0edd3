import type { Scalar } from '../collection';
import type { Change } from '../read-model';
import { refuseFieldInTwoParts } from '../refuse-field-in-two-parts';
import { compareColumns, toColumn } from './column';

/** A stored document, whatever its collection. */
export interface Stored {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** What a change comes to: nothing, a new document, or another one. */
export type Applied =
  | { readonly written: 'unchanged' }
  | { readonly written: 'inserted' | 'updated'; readonly document: Stored };

const UNCHANGED: Applied = { written: 'unchanged' };

/**
 * Applies one change to what is stored. Pure.
 * @throws Error when a field stands in two parts, or `inc` meets something that is not a number.
 */
export function applyChange(stored: Stored | undefined, change: Change<Stored>): Applied {
  if (!stored) {
    if (!change.insert) return UNCHANGED;
    return { written: 'inserted', document: withParts({ ...change.insert }, change) };
  }
  if (change.guard && !passes(stored, change.guard)) return UNCHANGED;
  return { written: 'updated', document: withParts(stored, change) };
}

function passes(stored: Stored, guard: NonNullable<Change<Stored>['guard']>): boolean {
  const value = toColumn(stored[guard.field]);
  if ('equals' in guard) return value !== null && value === toColumn(guard.equals);
  return value === null || compare(value, guard.below) < 0;
}

function withParts(document: object, change: Change<Stored>): Stored {
  refuseFieldInTwoParts(change);
  const values: Record<string, unknown> = { ...document, ...change.set };
  for (const field of change.unset ?? []) delete values[field];
  keepExtremes(values, change.max ?? {}, 1);
  keepExtremes(values, change.min ?? {}, -1);
  for (const [field, by] of Object.entries(change.inc ?? {}))
    values[field] = sum(values[field], by, field);
  return { ...values, id: change.id };
}

function keepExtremes(values: Record<string, unknown>, given: object, sign: 1 | -1): void {
  for (const [field, offered] of Object.entries(given))
    if (isOutdone(values[field], offered, sign)) values[field] = offered;
}

/** Whether `given` is beyond the stored value in the direction of `sign`; absent is beaten by everything. */
function isOutdone(value: unknown, given: unknown, sign: 1 | -1): boolean {
  const [stored, offered] = [toColumn(value), toColumn(given)];
  if (offered === null) return false;
  return stored === null || compareColumns(offered, stored) * sign > 0;
}

function sum(value: unknown, by: number | undefined, field: string): number {
  const stored = value ?? 0;
  if (typeof stored !== 'number' || typeof by !== 'number')
    throw new Error(`inc needs numbers, but ${field} is ${JSON.stringify(value)}`);
  return stored + by;
}

function compare(value: string | number, bound: Scalar): number {
  return compareColumns(value, toColumn(bound) ?? -Infinity);
}
