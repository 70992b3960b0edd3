const PART_MS = 250;

const quantile = (values, q) => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? 0;
};

/** What became of the requests of one phase. Times are milliseconds from when a request was due to its answer. */
export class Tally {
  due = 0;
  /** Due when every connection still waited for its answer: a client that has no way to ask. */
  unsent = 0;
  accepted = [];
  refused = [];
  /** Refused without a `Retry-After`, answered otherwise, or not at all. */
  other = 0;
  /** Times of all answers, by the part of the phase in which their request was due. */
  parts = [];

  constructor(began) {
    this.began = began;
  }

  note({ status, retryAfter }, due, now) {
    const took = now - due;
    if (status === 201) this.accepted.push(took);
    else if (status === 503 && retryAfter > 0) this.refused.push(took);
    else this.other += 1;
    const part = Math.floor((due - this.began) / PART_MS);
    (this.parts[part] ??= []).push(took);
  }

  /**
   * @param meanwhile of the time that the phase lasted, whenever what was answered was due: `written`, how many were accepted; `cpu`,
   * µs that the house used
   */
  told(seconds, { written, cpu }) {
    return {
      ...{ written, cpu },
      ...{ due: this.due, unsent: this.unsent, other: this.other },
      ...{ accepted: this.accepted.length, refused: this.refused.length },
      goodput: written / seconds,
      acceptedP50: quantile(this.accepted, 0.5),
      acceptedP99: quantile(this.accepted, 0.99),
      refusedP50: quantile(this.refused, 0.5),
      refusedP99: quantile(this.refused, 0.99),
      parts: Array.from(this.parts, (times = [], i) => ({
        endsAt: (i + 1) * PART_MS,
        p99: quantile(times, 0.99),
      })),
    };
  }
}
