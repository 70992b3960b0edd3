import { allTheWhile, type Loop } from '../house/all-the-while';
import type { Asked, Client } from '../house/client';
import { eventually } from '../house/eventually';

/** One thing to ask again and again at one address. */
interface Watched {
  readonly name: string;
  readonly client: Client;
  readonly asked: Asked;
}

/** A request: when it began (`performance.now()`), and what it was answered. */
interface Seen {
  readonly began: number;
  readonly status: number;
}

/** Asks at every address, from before a token is taken away until it must be refused everywhere. */
export class RefusalWatch {
  private readonly seen: ReadonlyMap<string, Seen[]>;
  private readonly loops: readonly Loop[];

  constructor(watched: readonly Watched[]) {
    this.seen = new Map(watched.map(({ name }) => [name, []]));
    this.loops = watched.map((one) => allTheWhile(20, () => this.ask(one)));
  }

  /** Every address has answered 200. */
  async allPassed(): Promise<void> {
    await eventually(() => this.each((requests) => requests.some(({ status }) => status === 200)));
  }

  /**
   * Ends the watch when every address was asked after `deadline`.
   * @returns by address what was not a refusal after that, or came after a refusal
   */
  async endAfter(deadline: number): Promise<Record<string, readonly string[]>> {
    await eventually(() => this.each((requests) => (requests.at(-1)?.began ?? 0) > deadline));
    await Promise.all(this.loops.map((loop) => loop.end()));
    return Object.fromEntries(
      [...this.seen].map(([name, requests]) => [name, wrong(requests, deadline)] as const),
    );
  }

  private each(check: (requests: readonly Seen[]) => boolean): boolean {
    return [...this.seen.values()].every(check);
  }

  private async ask({ name, client, asked }: Watched): Promise<void> {
    const began = performance.now();
    const { status } = await client.send(asked);
    this.seen.get(name)?.push({ began, status });
  }
}

function wrong(requests: readonly Seen[], deadline: number): readonly string[] {
  const first = requests.findIndex(({ status }) => status === 401);
  return requests.flatMap(({ began, status }, i) => {
    if (status === 401) return [];
    if (status !== 200) return [`answered ${status}`];
    if (began > deadline) return ['passed after the deadline'];
    return first >= 0 && i > first ? ['passed after it had been refused'] : [];
  });
}
