/** How many large answers may be on their way at once, and how many of them to one client. */
interface Bounds {
  readonly all: number;
  readonly ofOne: number;
}

/** Counts large answers on their way: each takes a connection of the service for as long as its client likes to read. */
export class Transfers {
  private all = 0;
  private readonly byClient = new Map<string, number>();

  constructor(private readonly bounds: Bounds) {}

  /** One more begins; what is answered ends it, once. Null when there are too many already. */
  begin(client: string): (() => void) | null {
    const own = this.byClient.get(client) ?? 0;
    if (this.all >= this.bounds.all || own >= this.bounds.ofOne) return null;
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
