/** How many of something may be going on at once, and how many of them for one client. */
export interface ShareBounds {
  readonly all: number;
  readonly ofOne: number;
  /** How many one client may have however many all have: those who take most must not shut out who takes little. */
  readonly anyway?: number;
}

/** Counts what takes long, such as large answers on their way: each keeps a connection, or memory, as long as its client likes to read. */
export class Shares {
  private all = 0;
  private readonly byClient = new Map<string, number>();

  constructor(private readonly bounds: ShareBounds) {}

  /** One more begins, of this size; what is answered ends it, once. Else what there is too much of already: by all, or by the client. */
  begin(client: string, size = 1): (() => void) | 'all' | 'own' {
    const own = this.byClient.get(client) ?? 0;
    if (own + size > this.bounds.ofOne) return 'own';
    const { all, anyway = 0 } = this.bounds;
    if (this.all + size > all && own + size > anyway) return 'all';
    this.all += size;
    this.byClient.set(client, own + size);
    return () => this.end(client, size);
  }

  private end(client: string, size: number): void {
    const left = (this.byClient.get(client) ?? size) - size;
    this.all -= size;
    if (left === 0) this.byClient.delete(client);
    else this.byClient.set(client, left);
  }
}
