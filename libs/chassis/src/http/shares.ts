/** How many of something may be going on at once, and how many of them for one client. */
export interface ShareBounds {
  readonly all: number;
  readonly ofOne: number;
}

/** Counts what takes long, such as large answers on their way: each keeps a connection for as long as its client likes to read. */
export class Shares {
  private all = 0;
  private readonly byClient = new Map<string, number>();

  constructor(private readonly bounds: ShareBounds) {}

  /** One more begins; what is answered ends it, once. Else what there is too much of already: by all, or by the client. */
  begin(client: string): (() => void) | 'all' | 'own' {
    const own = this.byClient.get(client) ?? 0;
    if (own >= this.bounds.ofOne) return 'own';
    if (this.all >= this.bounds.all) return 'all';
    this.all += 1;
    this.byClient.set(client, own + 1);
    return () => this.end(client);
  }

  private end(client: string): void {
    const left = (this.byClient.get(client) ?? 1) - 1;
    this.all -= 1;
    if (left === 0) this.byClient.delete(client);
    else this.byClient.set(client, left);
  }
}
