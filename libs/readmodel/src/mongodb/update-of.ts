import type { AnyBulkWriteOperation } from 'mongodb';
import type { Document } from '../collection';
import type { TableSpec } from '../embedded/table-spec';
import type { Change } from '../read-model';
import { storable } from './odd-keys';
import { fieldName, momentOf, type Stored } from './stored';

/** Of how many bulks a document knows that they changed it: more than can race between a bulk and its reading back. */
const STAMPS = 8;

type Expression = object;
/** Any collection's documents. */
export type AnyDocument = Document & Readonly<Record<string, unknown>>;

const literal = (value: unknown): Expression => ({ $literal: storable(value) });

/** What finds the document of a change, if its guard holds. */
function filterOf({ id, guard }: Change<AnyDocument>): Record<string, unknown> {
  if (!guard) return { _id: id };
  const field = keyOf(guard.field);
  // Not "at least": so that a field that is absent or null passes.
  const holds = 'equals' in guard ? { $eq: guard.equals } : { $not: { $gte: guard.below } };
  return field === '_id' ? { $and: [{ _id: id }, { _id: holds }] } : { _id: id, [field]: holds };
}

/** The name of a field in the database. */
export const keyOf = (field: string): string => (field === 'id' ? '_id' : fieldName(field));

/**
 * A change as one update of a document that exists. Expressions, not operators: `$min` takes null for the lowest of all, and
 * `$inc` refuses it. `stamp` marks the document as changed by this bulk.
 */
export function updateOf(
  spec: TableSpec,
  change: Change<AnyDocument>,
  stamp: string,
): AnyBulkWriteOperation<Stored> {
  return { updateOne: { filter: filterOf(change), update: stagesOf(spec, change, stamp) } };
}

/** The stages that change a document. */
export function stagesOf(
  spec: TableSpec,
  change: Change<AnyDocument>,
  stamp: string,
): Record<string, unknown>[] {
  const parts = new Parts(spec.expire?.field);
  for (const [field, value] of given(change.set)) parts.set(field, value);
  for (const [field, value] of given(change.max)) parts.extreme(field, value, '$gt');
  for (const [field, value] of given(change.min)) parts.extreme(field, value, '$lt');
  for (const [field, by] of given(change.inc)) parts.add(field, by);
  for (const field of change.unset ?? []) parts.remove(field);
  return parts.stages(stamp);
}

/** The fields that a part gives a value; the key is never changed. */
const given = (part: object | undefined): readonly (readonly [string, unknown])[] =>
  Object.entries(part ?? {}).filter(([field, value]) => field !== 'id' && value !== undefined);

class Parts {
  private readonly values: Record<string, unknown> = {};
  private readonly removed: string[] = [];

  constructor(private readonly expires: string | undefined) {}

  set(field: string, value: unknown): void {
    this.values[fieldName(field)] = literal(value);
    if (field !== this.expires) return;
    const moment = momentOf(value);
    if (moment) this.values['_x'] = literal(moment);
    else this.removed.push('_x');
  }

  extreme(field: string, value: unknown, beyond: '$gt' | '$lt'): void {
    if (value === null) return;
    const stored = `$${fieldName(field)}`;
    const absent = { $eq: [{ $ifNull: [stored, null] }, null] };
    const wins = { $or: [absent, { [beyond]: [literal(value), stored] }] };
    this.values[field] = { $cond: [wins, literal(value), stored] };
    const moment = field === this.expires ? momentOf(value) : undefined;
    if (moment) this.values['_x'] = { $cond: [wins, literal(moment), '$_x'] };
  }

  add(field: string, by: unknown): void {
    this.values[field] = { $add: [{ $ifNull: [`$${fieldName(field)}`, 0] }, by] };
  }

  remove(field: string): void {
    this.removed.push(fieldName(field));
    if (field === this.expires) this.removed.push('_x');
  }

  stages(stamp: string): Record<string, unknown>[] {
    const stamps = { $concatArrays: [[stamp], { $ifNull: ['$_w', []] }] };
    const set = { $set: { ...this.values, _w: { $slice: [stamps, STAMPS] } } };
    return this.removed.length > 0 ? [set, { $unset: this.removed }] : [set];
  }
}
