/** A limit of the model: so many requests in so many seconds. */
export interface ModelLimit {
  readonly name: string;
  readonly limit: number;
  readonly seconds: number;
}

/** What a response says of limits. */
export interface Told {
  readonly refused: boolean;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** The model of what responses tell: a naive count per limit, key and window, on whole seconds. */
export class NaiveLimits {
  private readonly counts = new Map<string, number>();

  /** Counts a request in each of the limits under the key; answers what its response must say. */
  count(limits: readonly ModelLimit[], key: string, second: number): Told {
    const counted = limits.map((limit) => {
      const end = (Math.floor(second / limit.seconds) + 1) * limit.seconds;
      const name = `${limit.name} ${key} ${end}`;
      const count = (this.counts.get(name) ?? 0) + 1;
      this.counts.set(name, count);
      const remaining = Math.max(0, limit.limit - count);
      return { ...limit, end, remaining, over: count > limit.limit };
    });
    const [shown] = [...counted].sort((a, b) => a.remaining - b.remaining || b.end - a.end);
    if (!shown) throw new Error('nothing limits this');
    const over = counted.filter((c) => c.over).map((c) => c.end - second);
    return {
      refused: over.length > 0,
      headers: {
        'x-ratelimit-limit': shown.limit,
        'x-ratelimit-remaining': shown.remaining,
        'x-ratelimit-reset': shown.end,
        ratelimit: counted
          .map((c) => `"${c.name}";r=${c.remaining};t=${c.end - second}`)
          .join(', '),
        'ratelimit-policy': counted
          .map((c) => `"${c.name}";q=${c.limit};w=${c.seconds}`)
          .join(', '),
        ...(over.length > 0 && { 'retry-after': Math.max(...over) }),
      },
    };
  }
}
