import type { Document } from '../collection';
import type { Change } from '../read-model';
import type { Stored } from './apply-change';
import type { Calls } from './calls';
import { type Column, toColumns } from './column';
import type { TableSpec } from './table-spec';

/** A change of which the whole document that it makes is known: its text is written as it is, and never read on the way. */
export interface WholeChange {
  readonly id: string;
  /** Place of the document among those of the call. */
  readonly document: number;
  /** The columns that it may change; null for a new document, which has all. */
  readonly fields: readonly string[] | null;
  readonly columns: readonly Column[];
  readonly guard?: Change<Stored>['guard'] | undefined;
}

/** A change of a call, read again. */
export type CalledChange<D extends Document> = Change<D> | WholeChange;

/** The plain form of a `write`. */
export function writeAsk<D extends Document>(
  spec: TableSpec,
  changes: readonly Change<D>[],
): Calls['write']['ask'] {
  const documents: string[] = [];
  const called = changes.map((change): CalledChange<D> => {
    const made = spec.plain ? undefined : madeBy(change);
    if (!made) return change;
    const fields = change.insert ? null : touched(spec, change);
    const document = documents.push(JSON.stringify(made)) - 1;
    const columns = toColumns(made, fields ?? spec.columns);
    return { id: change.id, document, fields, columns, guard: change.guard };
  });
  return { table: spec.name, changes: JSON.stringify(called), documents };
}

/** The document that a change makes, if it makes any, where that is known without looking at what is stored. */
function madeBy<D extends Document>(change: Change<D>): object | undefined {
  const { id, insert, makes, guard, ...others } = change;
  if (makes) return guard && 'equals' in guard && isNumber(guard.equals) ? makes : undefined;
  if (!insert || Object.keys(others).length > 0) return undefined;
  return insert.id === id ? insert : { ...insert, id };
}

const isNumber = (value: unknown): boolean => typeof value === 'number';

const touched = <D extends Document>(
  { columns }: TableSpec,
  { set = {}, unset = [] }: Change<D>,
): readonly string[] => {
  const gone: readonly string[] = unset;
  return columns.filter((field) => Object.hasOwn(set, field) || gone.includes(field));
};
