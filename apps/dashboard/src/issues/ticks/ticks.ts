/** Which issues of a list are ticked. */
export interface Ticked {
  /** The filters of the list, as text. */
  readonly list: string;
  readonly ids: ReadonlySet<string>;
}

export const NONE_TICKED: ReadonlySet<string> = new Set();

/** What is still ticked now that the list has these issues; the same object where nothing changed. */
export function stillTicked(
  ticked: Ticked,
  list: string,
  issues: readonly { readonly id: string }[],
): Ticked {
  if (ticked.list !== list) return { list, ids: NONE_TICKED };
  const ids = issues.flatMap(({ id }) => (ticked.ids.has(id) ? [id] : []));
  return ids.length === ticked.ids.size ? ticked : { list, ids: new Set(ids) };
}

export function withTick({ list, ids }: Ticked, id: string, isTicked: boolean): Ticked {
  const others = [...ids].filter((other) => other !== id);
  return { list, ids: new Set(isTicked ? [...others, id] : others) };
}

/** With these alone ticked, whatever was before; the same object where another list is shown by now. */
export const onlyTicked = (ticked: Ticked, list: string, ids: readonly string[]): Ticked =>
  ticked.list === list ? { list, ids: new Set(ids) } : ticked;
