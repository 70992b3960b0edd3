import { type Caller, callerKey } from './caller';

/** Requests of one token that are worked on at once; more wait, however many connections they came by. */
const AT_ONCE = { user: 4, agent: 32 } as const;

/** Callers with nothing in hand that are remembered: who sends one request after the other does not begin anew each time. */
const REMEMBERED = 10_000;

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
    const line = this.lineOf(key, AT_ONCE[caller.kind]);
    const waiter = { weight: heavy ? line.most : 1, go };
    // As a rule nobody waits: a set that is filled and emptied all the time is work for the garbage collector.
    if (line.waiting.size === 0 && hasRoom(line, waiter)) begin(line, waiter);
    else line.waiting.add(waiter);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      if (!line.waiting.delete(waiter)) line.taken -= waiter.weight;
      beginNext(line);
      if (line.taken === 0 && this.lines.size > REMEMBERED) this.lines.delete(key);
    };
  }

  private lineOf(key: string, most: number): Line {
    const known = this.lines.get(key);
    if (known) return known;
    const made = { most, taken: 0, waiting: new Set<Waiter>() };
    this.lines.set(key, made);
    return made;
  }
}

const hasRoom = (line: Line, { weight }: Waiter): boolean => line.taken + weight <= line.most;

function begin(line: Line, { weight, go }: Waiter): void {
  line.taken += weight;
  go();
}

/** Lets go who may, in their order. */
function beginNext(line: Line): void {
  for (const waiter of line.waiting) {
    if (!hasRoom(line, waiter)) return;
    line.waiting.delete(waiter);
    begin(line, waiter);
  }
}
