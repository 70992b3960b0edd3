import { Injectable, Logger } from '@nestjs/common';
import { eventId, isAhead, isoTime, toAppend, type TokenUsed } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { Background } from '../process/background';
import { TokenTable } from './credential-tables';

/** Facts about tokens are kept for ever: by the minute, one that is always used would write 158 MB a year. */
const NOTED_EVERY_MS = 15 * 60_000;
/** After a use that could not be noted another one is sooner: else a token that was used would be called unused for so long. */
const AGAIN_MS = 60_000;

/** Whether a use is worth a fact. `last` in milliseconds, or null when never used. */
const worthNoting = (last: number | null, now: number): boolean =>
  last === null || now - last >= NOTED_EVERY_MS;

const believed = (last: number | null, now: number): number | null =>
  last !== null && isAhead(last, now) ? null : last;

/** The fact that a token was used. */
const tokenUsed = (id: string, tokenId: string, now: number): TokenUsed => ({
  id,
  type: 'TokenUsed',
  schema: 1,
  time: isoTime(now),
  actor: tokenId,
  cause: null,
  data: { token_id: tokenId, last_used: isoTime(now) },
});

/** Notes when tokens are used. Never delays a request: the fact is appended beside it. */
@Injectable()
export class TokenUsage {
  private readonly logger = new Logger('tokens');
  private readonly noted = new Map<string, number>();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly log: EventLog,
    private readonly tokens: TokenTable,
    background: Background,
  ) {
    background.add({
      name: 'token usage',
      start: () => Promise.resolve(),
      stop: async () => void (await Promise.all(this.writing)),
    });
  }

  note(tokenId: string, now: number): void {
    if (!worthNoting(this.lastOf(tokenId, now), now)) return;
    this.noted.set(tokenId, now);
    const writing = this.write(tokenId, now).finally(() => this.writing.delete(writing));
    this.writing.add(writing);
  }

  /**
   * The later of what this process noted and what another one recorded: replicas share the one fact. What was noted by a clock
   * that was ahead says nothing.
   */
  private lastOf(tokenId: string, now: number): number | null {
    const last = this.tokens.get(tokenId)?.last_used;
    const noted = believed(this.noted.get(tokenId) ?? null, now);
    const recorded = believed(last ? Date.parse(last) : null, now);
    return noted === null ? recorded : Math.max(noted, recorded ?? noted);
  }

  private async write(tokenId: string, now: number): Promise<void> {
    try {
      await this.log.append('tokens', [toAppend(tokenId, tokenUsed(eventId(), tokenId, now))]);
    } catch (error) {
      // Not worth failing for, nor worth another attempt at once: a use after a minute is noted instead.
      this.noted.set(tokenId, now - NOTED_EVERY_MS + AGAIN_MS);
      this.logger.warn(`use of ${tokenId} was not noted: ${String(error)}`);
    }
  }
}
