import { type Members, own } from '../sensor/members';

/** What Tetragon writes for an id that is not set: the largest one. */
const UNSET = 4_294_967_295;

/** A text that is not empty: protojson leaves empty ones out, shippers do not always. */
export function text(members: Members, name: string): string | undefined {
  const value = own(members, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A whole number from 0 to 2^53 that is set; protojson writes those of 64 bits as text. */
export function whole(members: Members, name: string): number | undefined {
  const value = own(members, name);
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  const isSet = typeof number === 'number' && Number.isSafeInteger(number) && number >= 0;
  return isSet && number !== UNSET ? number : undefined;
}

/** A list; an empty one for anything else. */
export function listOf(members: Members, name: string): readonly unknown[] {
  const value = own(members, name);
  return Array.isArray(value) ? value : [];
}

/** The texts of a list; undefined when it has none. */
export function textsOf(members: Members, name: string): readonly string[] | undefined {
  const texts = listOf(members, name).filter((entry) => typeof entry === 'string');
  return texts.length > 0 ? texts : undefined;
}
