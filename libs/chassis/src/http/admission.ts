import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Problem } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';
import { isDirect } from './hold-back';
import { routeOf } from './route-of';

declare module 'fastify' {
  interface FastifyRequest {
    /** Milliseconds for which the answer is kept back. */
    holdMs: number;
  }
}

/** Seconds that are told to who is turned away, once, twice, and so on. */
const WAITS = [1, 2, 4, 8] as const;
/** Who was told to wait, did, and is not turned away for so long, begins anew. */
const FORGET_MS = 5_000;

/** Made once: to make an error costs more than the rest of a refusal. */
const REFUSALS = WAITS.map(
  (seconds) =>
    new Problem(
      'unavailable',
      'too much is waiting to be written',
      `send it again in ${seconds} s`,
      seconds,
    ),
);

/** How often the last one on a connection was turned away, and until when it was told to wait. */
interface Told {
  readonly times: number;
  readonly until: number;
}

/**
 * Turns requests away unread while what they bring would wait too long, so that a house that is sent more than it can write goes on
 * writing instead of reading. Who is turned away hears so at once; who does not wait then hears it again only when that wait is over,
 * and is told a longer one.
 */
@Injectable()
export class Admission {
  private isBehind = (): boolean => false;
  private readonly told = new WeakMap<Socket, Told>();

  /** Who writes says when the routes marked `queued` take nothing more. */
  askOf(isBehind: () => boolean): void {
    this.isBehind = isBehind;
  }

  /** What is wrong with the moment at which a request came; null when nothing is. */
  refusal(request: FastifyRequest): Problem | null {
    if (routeOf(request).config.queued !== true || !this.isBehind()) return null;
    return REFUSALS[isDirect(request) ? this.tell(request) : 0] ?? null;
  }

  /** Takes note of one more refusal. @returns which one of `REFUSALS` it is */
  private tell(request: FastifyRequest): number {
    const { socket } = request.raw;
    const now = performance.now();
    const { times, until } = this.told.get(socket) ?? { times: 0, until: 0 };
    const next = now < until + FORGET_MS ? Math.min(times, WAITS.length - 1) : 0;
    request.holdMs = Math.max(until - now, 0);
    const waitMs = (WAITS[next] ?? 0) * 1_000;
    this.told.set(socket, { times: next + 1, until: now + request.holdMs + waitMs });
    return next;
  }
}
