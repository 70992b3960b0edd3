/** An object of JSON, whatever is in it. */
export type Members = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object that is no array; an empty one for anything else. */
export const objectOf = (value: unknown): Members => (isObject(value) ? value : {});

/** A member of its own: `constructor` and its like are nothing special. */
export const own = (members: Members, name: string): unknown =>
  Object.hasOwn(members, name) ? members[name] : undefined;

/** The object without the members that are undefined. */
export function known<T extends object>(members: T): { [K in keyof T]: NonNullable<T[K]> } {
  const set = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [K in keyof T]: NonNullable<T[K]> };
}

/** The same; undefined when nothing is left. */
export function someOf(members: object): object | undefined {
  const set = known(members);
  return Object.keys(set).length > 0 ? set : undefined;
}
