import { Injectable } from '@nestjs/common';
import { type AgentCaller, LineToll, type Span, type TollReply } from '@parapet/chassis';
import { type Problem, Unavailable } from '@parapet/contracts';
import { AgentLedger } from '../agent/agent-ledger';
import { sending } from '../observation/sending';
import { linesOf } from './lines-of';
import type { LineBounds, LinesAnswer } from './ndjson.http';
import { type LineResult, type TakeLine, takeLines } from './take-lines';

/** A request whose body is lines. */
export interface SentLines {
  /** The body, inflated; undefined when there was none. */
  readonly body: Buffer | undefined;
  readonly reply: TollReply;
  /** Of the request, where that is traced. */
  readonly span?: Span | undefined;
}

type Deferred = Extract<LineResult, { readonly status: 'deferred' }>;
const isDeferred = (result: LineResult): result is Deferred => result.status === 'deferred';

/** The way of every body of lines into the house, whichever route it came by: its lines are counted, limited, taken and answered. */
@Injectable()
export class LineIntake {
  constructor(
    private readonly toll: LineToll,
    private readonly ledger: AgentLedger,
  ) {}

  /**
   * @throws Problem when there are too many lines, or more than the agent may send now: then none is taken; Unavailable when all
   * must be sent again
   */
  async take(
    from: AgentCaller,
    { body, reply, span }: SentLines,
    bounds: LineBounds,
    take: TakeLine,
  ): Promise<LinesAnswer> {
    const lines = linesOf(body ?? Buffer.alloc(0), bounds.lines);
    const giveBack = await this.toll.pay(from, lines.length, reply);
    const wrong: Problem[] = [];
    const refused = (problem: Problem): void => void wrong.push(problem);
    const taking = sending(span, lines.length, (traceparent) =>
      takeLines(lines, bounds.bytes, { take, refused, traceparent }),
    );
    const results = await taking.catch((error: unknown) => {
      if (error instanceof Unavailable) giveBack(lines.length);
      throw error;
    });
    const deferred = results.filter(isDeferred);
    if (deferred[0] && bounds.whole) {
      // What was recorded has cost that: else who keeps the house too busy for one line could send the others without end.
      giveBack(results.filter((result) => !('id' in result)).length);
      throw new Unavailable(deferred[0].error);
    }
    giveBack(deferred.length);
    // Not before: what is sent again would be counted again.
    for (const { code } of wrong)
      this.ledger.refused(
        from.agent,
        code === 'payload_too_large' ? 'payload_too_large' : 'bad_request',
      );
    return { results };
  }
}
