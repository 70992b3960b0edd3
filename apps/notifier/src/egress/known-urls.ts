import type { EgressGuard, Refusal } from './egress-guard';

/** What must be known of a URL before it is asked. */
export type KnownUrl =
  | { readonly refusal: Refusal }
  | { readonly refusal: null; readonly origin: string; readonly path: string };

const MOST = 1_000;

/**
 * Judges each URL once and not for every attempt: the rules for what is written in it stay the same while a process runs. Where its
 * name leads is judged with every connection.
 */
export class KnownUrls {
  private readonly known = new Map<string, KnownUrl>();

  constructor(private readonly guard: EgressGuard) {}

  get(url: string): KnownUrl {
    const known = this.known.get(url);
    if (known) return known;
    const made = this.judge(url);
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(url, made);
    return made;
  }

  private judge(text: string): KnownUrl {
    const refusal = this.guard.checkUrl(text);
    if (refusal) return { refusal };
    const { origin, pathname, search } = new URL(text);
    return { refusal: null, origin, path: pathname + search };
  }
}
