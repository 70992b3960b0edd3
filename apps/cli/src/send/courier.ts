import { BackOff } from '../house/back-off';
import type { HouseClient } from '../house/house-client';
import { HouseAway, HouseProblem, NoHouse } from '../house/house-problem';
import { beginningOf } from '../plain-text';
import { asAgent } from './as-agent';
import { BATCH_LINES, fitting, sizeOf } from './outbox';
import { RequestSize } from './request-size';

/** What the house said of one line. */
export interface LineResult {
  readonly status: 'created' | 'updated' | 'skipped' | 'refused' | 'deferred';
  readonly reason?: string;
  readonly error?: string;
}

/** What a courier needs of the world. */
export interface CourierWorld {
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
  /** Hears what somebody may want to know who waits. */
  say(line: string): void;
  /** Milliseconds, by a clock that begins anywhere. */
  now(): number;
  /** Aborts when it shall come back though not everything is decided. */
  readonly leaving?: AbortSignal;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** A house that says nothing for so long is taken for gone. */
const ATTEMPT_MS = 45_000;

/** Takes lines to the house, and does not come back before it has decided about each of them, unless it is called back. */
export class Courier {
  /** Lines in one request, at most: fewer while the house lets us send no more. */
  private most = BATCH_LINES;
  private readonly size = new RequestSize();
  /** When the request was begun that is under way, or was the last. */
  private began = 0;
  private troubled = false;
  private readonly backOff: BackOff;

  constructor(
    private readonly house: HouseClient,
    private readonly path: string,
    private readonly world: CourierWorld,
  ) {
    this.backOff = new BackOff(world.random);
  }

  /**
   * Sends lines, again and again if need be. Sent twice, a line is known the second time: nothing is doubled.
   * @param decided hears what became of each line
   * @returns whether all are decided: false when it was called back
   * @throws HouseProblem when the house refuses the request itself, and will each time; NoHouse when something else answers
   */
  async deliver(
    lines: readonly Buffer[],
    decided: (line: Buffer, result: LineResult) => void,
  ): Promise<boolean> {
    for (let left = lines; left.length > 0;) {
      if (this.isCalledBack) return false;
      const part = left.slice(0, fitting(left, this.most, this.size.bytes));
      const results = await this.attempt(part);
      if (!results) continue;
      const again: Buffer[] = [];
      for (const [i, line] of part.entries()) {
        const result = results[i];
        if (!result || result.status === 'deferred') again.push(line);
        else decided(line, result);
      }
      if (again.length > 0) await this.pause(`${results.find(isDeferred)?.error ?? ''}.`);
      else this.wentWell();
      left = [...again, ...left.slice(part.length)];
    }
    return true;
  }

  /**
   * Says that the agent is there, once. Never fails: what kept it from going well is told as of lines.
   * @param over aborts when that need not be said any more
   */
  async sayAlive(over: AbortSignal): Promise<void> {
    try {
      await this.house.read<{ status: string }>('/v1/agent_heartbeat', {
        ...{ method: 'POST', has: 'status' },
        signal: AbortSignal.any([over, AbortSignal.timeout(ATTEMPT_MS)]),
      });
      this.sayWell();
    } catch (error) {
      if (!over.aborted) this.sayTrouble(troubleOf(error)?.why ?? sentenceOf(asAgent(error)));
    }
  }

  private get isCalledBack(): boolean {
    return this.world.leaving?.aborted === true;
  }

  /** One result per line; null when nothing is known of any, and it is time to try again. */
  private async attempt(part: readonly Buffer[]): Promise<readonly LineResult[] | null> {
    this.began = this.world.now();
    try {
      const { results } = await this.house.read<{ results: readonly LineResult[] }>(this.path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body: Buffer.concat(part.flatMap((line) => [line, NEWLINE])),
        signal: AbortSignal.timeout(ATTEMPT_MS),
        list: 'results',
      });
      const strange = strangeIn(results, part.length);
      if (strange !== null) throw new NoHouse(this.house.url, strange);
      return results;
    } catch (error) {
      return this.afterFailure(error, part);
    }
  }

  private async afterFailure(
    error: unknown,
    part: readonly Buffer[],
  ): Promise<readonly LineResult[] | null> {
    if (isTooLarge(error)) return this.shorten(part, error);
    const trouble = troubleOf(error);
    if (!trouble) throw error;
    this.size.failed(sizeOf(part), this.tookMs);
    // Fewer may still be let through.
    if (trouble.overLimit && part.length > 1) this.most = Math.ceil(part.length / 2);
    else await this.pause(trouble.why, trouble.retryAfter);
    return null;
  }

  /** The house takes what is sent; what stands before it may take less. */
  private shorten(part: readonly Buffer[], { message }: HouseProblem): LineResult[] | null {
    if (part.length === 1) return [{ status: 'refused', error: message }];
    this.size.refused(sizeOf(part));
    return null;
  }

  private async pause(why: string, atLeast?: number): Promise<void> {
    const ms = this.backOff.next(atLeast);
    this.sayTrouble(why);
    await this.world.wait(ms);
  }

  private sayTrouble(why: string): void {
    if (!this.troubled) this.world.say(`${why} Trying again until it goes well.`);
    this.troubled = true;
  }

  private sayWell(): void {
    if (this.troubled) this.world.say('It goes well again.');
    this.troubled = false;
  }

  private get tookMs(): number {
    return this.world.now() - this.began;
  }

  private wentWell(): void {
    this.size.wentWell(this.tookMs);
    this.most = Math.min(BATCH_LINES, this.most * 2);
    this.backOff.reset();
    this.sayWell();
  }
}

const NEWLINE = Buffer.from('\n');
const STATUSES: ReadonlySet<unknown> = new Set<LineResult['status']>([
  ...(['created', 'updated', 'skipped', 'refused', 'deferred'] as const),
]);

/** What no house says of so many lines, as the end of a sentence; null when it may be its answer. */
function strangeIn(results: readonly LineResult[], sent: number): string | null {
  if (results.length !== sent) return `${sent} lines were sent, and ${results.length} answered`;
  const strange = results.find((result: unknown) => !STATUSES.has(Object(result).status));
  return strange === undefined
    ? null
    : `of a line it says ${beginningOf(JSON.stringify(strange) ?? '')}`;
}

const isDeferred = ({ status }: LineResult): boolean => status === 'deferred';

/** What keeps a request from going well now, and not for ever. */
interface Trouble {
  readonly why: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly overLimit?: boolean;
}

/** Null when the same request will never go well. */
function troubleOf(error: unknown): Trouble | null {
  if (error instanceof HouseAway) return { why: `${error.message}.` };
  if (isTimeout(error)) return { why: `The house said nothing for ${ATTEMPT_MS / 1_000} s.` };
  if (!(error instanceof HouseProblem)) return null;
  const { status, message, retryAfter } = error;
  if (status !== 429 && status !== 408 && status < 500) return null;
  return { why: `${message}.`, retryAfter, overLimit: status === 429 };
}

/** Some of what is thrown says sentences of its own. */
const sentenceOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.?$/, '.');

const isTooLarge = (error: unknown): error is HouseProblem =>
  error instanceof HouseProblem && error.status === 413;

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'TimeoutError';
