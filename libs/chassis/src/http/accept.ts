interface Range {
  readonly type: string;
  readonly weight: number;
}

/** The weight of a range's `q`: 1 when there is none, 0 when it is not a weight. */
function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => /^q=/i.test(parameter));
  if (q === undefined) return 1;
  return /^q=(0(\.\d{0,3})?|1(\.0{0,3})?)$/i.test(q) ? Number(q.slice(2)) : 0;
}

const rangesOf = (accept: string): Range[] =>
  accept.split(',').map((text) => {
    const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
    return { type: type.toLowerCase(), weight: weightOf(parameters) };
  });

/** How much a type is wanted, and how exactly it is named: 2 by itself, 1 by its group, 0 by `*`/`*`. */
function wish(ranges: readonly Range[], type: string): readonly [weight: number, exact: number] {
  const names = ['*/*', `${type.split('/', 1)[0] ?? ''}/*`, type];
  for (const exact of [2, 1, 0]) {
    const named = ranges.filter((range) => range.type === names[exact]);
    // The most specific range is the one that counts, however much a wider one is wanted.
    if (named.length > 0) return [Math.max(...named.map((range) => range.weight)), exact];
  }
  return [0, 0];
}

/**
 * Which of the media types that a resource has an `Accept` header wants (RFC 9110, 12.5.1). Of equals the one that is named more
 * exactly, then the one that stands first here: also where nothing is said, or nothing of it is to be had.
 * @param offers lower-case, without parameters; at least one
 */
export function preferredType<T extends string>(
  accept: string | undefined,
  offers: readonly [T, ...T[]],
): T {
  // What most clients say; lists are asked for often.
  if (accept === undefined || accept === '*/*') return offers[0];
  const ranges = rangesOf(accept);
  const wishes = offers.map((offer) => ({ offer, wish: wish(ranges, offer) }));
  // Sorting keeps the order of equals.
  const [best] = wishes
    .filter(({ wish: [weight] }) => weight > 0)
    .sort(({ wish: a }, { wish: b }) => b[0] - a[0] || b[1] - a[1]);
  return best?.offer ?? offers[0];
}
