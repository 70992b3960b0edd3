import { type Members, own } from '../sensor/members';

/** `output_fields` of a Falco event: text, number, boolean, null, now and then a list of them. */
export type FalcoFields = Members;

type FieldValue = string | number | boolean;

/** What Falco writes for a field that is not set. */
const UNSET = '<NA>';

/** The first of the fields that holds text (or a number, as text); undefined when none is set. */
export function text(fields: FalcoFields, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = own(fields, name);
    const words = typeof value === 'number' ? String(value) : value;
    if (typeof words === 'string' && words !== '' && words !== UNSET) return words;
  }
  return undefined;
}

/** The first of the fields that holds a whole number from 0 to 2^53; Falco writes some of them as text. */
export function whole(fields: FalcoFields, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const words = text(fields, name);
    const number = words !== undefined && /^\d{1,16}$/.test(words) ? Number(words) : NaN;
    if (Number.isSafeInteger(number)) return number;
  }
  return undefined;
}

const isSet = (value: unknown): value is FieldValue =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value !== UNSET);

/** The fields that are set, as they came: text, numbers, booleans and lists of them. */
export function setFields(fields: FalcoFields): Record<string, FieldValue | FieldValue[]> {
  const kept: [string, FieldValue | FieldValue[]][] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (isSet(value)) kept.push([name, value]);
    else if (Array.isArray(value)) kept.push([name, value.filter(isSet)]);
  }
  return Object.fromEntries(kept);
}
