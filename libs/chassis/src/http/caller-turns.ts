import { type Caller, callerKey } from './caller';

/** Requests of one token that are worked on at once; more wait, however many connections they came by. */
const AT_ONCE = { user: 4, agent: 32 } as const;

interface Waiter {
  readonly weight: number;
  readonly go: () => void;
}
interface Line {
  readonly most: number;
  taken: number;
  readonly waiting: Set<Waiter>;
}

/**
 * Lets the requests of one caller wait behind each other instead of before those of everybody else: who sends on hundreds of
 * connections gets no more done at once than others.
 */
export class CallerTurns {
  private readonly lines = new Map<string, Line>();

  /**
   * Calls back when it is this one's turn, which may be at once.
   * @param heavy takes all turns of the caller at once
   * @returns gives the turn back, or the place of one who waits; does nothing the second time
   */
  take(caller: Caller, heavy: boolean, go: () => void): () => void {
    const key = callerKey(caller);
    const most = AT_ONCE[caller.kind];
    const line = this.lines.get(key) ?? { most, taken: 0, waiting: new Set() };
    this.lines.set(key, line);
    const waiter = { weight: heavy ? most : 1, go };
    line.waiting.add(waiter);
    let given = false;
    const give = (): void => {
      if (given) return;
      given = true;
      if (!line.waiting.delete(waiter)) line.taken -= waiter.weight;
      begin(line);
      if (line.taken === 0 && line.waiting.size === 0) this.lines.delete(key);
    };
    begin(line);
    return give;
  }
}

/** Lets go who may, in their order. */
function begin(line: Line): void {
  for (const waiter of line.waiting) {
    if (line.taken + waiter.weight > line.most) return;
    line.waiting.delete(waiter);
    line.taken += waiter.weight;
    waiter.go();
  }
}
