/** How long Kafka must have answered until an outage is over: without a quorum it answers some questions, and others not. */
const CALM_MS = 3_000;

/** Tells of outages: each reason once an outage, and its end once that lasts. */
export class OutageNews {
  private readonly told = new Set<string>();
  private ending: NodeJS.Timeout | undefined;

  /** @param tell hears a reason; undefined when an outage is over */
  constructor(private readonly tell: (away: string | undefined) => void) {}

  /** @param away why Kafka is away from now on; undefined: it answers */
  hear(away: string | undefined): void {
    this.close();
    if (away === undefined) this.ending = setTimeout(() => this.end(), CALM_MS).unref();
    else if (!this.told.has(away)) {
      this.told.add(away);
      this.tell(away);
    }
  }

  /** Tells nothing more by itself. */
  close(): void {
    clearTimeout(this.ending);
  }

  private end(): void {
    this.told.clear();
    this.tell(undefined);
  }
}
