import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Problem } from '@parapet/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasOwnConnection } from './hold-back';
import { leaveUnread } from './in-turn';

/**
 * Requests that are waiting to be written, or being written, at most: as many as fill a group and a half. With more nothing goes
 * faster, and all of them are in memory, which each collection of garbage copies.
 */
const IN_WORK = 750;
/** And while more are away than could be taken at once: half a group, which goes as fast and is in memory a third as long. */
const IN_WORK_BEHIND = 256;

/** Seconds that somebody is told to wait at most: 1 who is turned away once, and twice as long each time after it. */
const LONGEST = 8;
/** Who was told to wait, did, and is not turned away for so long, begins anew. */
const FORGET_MS = 5_000;

/** Made once, one for each number of seconds: to make an error costs more than the rest of a refusal. */
const REFUSALS = Array.from(
  { length: LONGEST + 1 },
  (_, seconds) =>
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
  /** Whether it has been let in since. */
  served: boolean;
}

/**
 * Turns requests of the routes marked `queued` away unread while as much is in work as does it good, so that a house that is sent more
 * than it can write goes on writing instead of reading. Who is turned away hears so at once, and what comes on that connection before
 * the wait is over stays unread until then.
 */
@Injectable()
export class Admission {
  private isBehind = (): boolean => false;
  private inWork = 0;
  /** Turned away, and not yet to come again. */
  private away = 0;
  private readonly told = new WeakMap<Socket, Told>();
  private readonly ended = (): void => void (this.inWork -= 1);

  /** Who writes says when nothing more is taken, however few are in work. */
  askOf(isBehind: () => boolean): void {
    this.isBehind = isBehind;
  }

  /** What is wrong with the moment at which a request came. Null when nothing is: then its body is read. */
  refusal(request: FastifyRequest): Problem | null {
    return this.isFullFor(this.toldOf(request)) || this.isBehind() ? this.turnAway(request) : null;
  }

  /** And at which its body has come, since others may have meanwhile. Null when nothing is: then it is in work until it is answered. */
  begin(request: FastifyRequest, { raw }: FastifyReply): Problem | null {
    const told = this.toldOf(request);
    if (this.isFullFor(told)) return this.turnAway(request);
    // Of a client that has gone nothing would tell the end.
    if (raw.destroyed) return null;
    if (told) told.served = true;
    this.inWork += 1;
    raw.on('close', this.ended);
    return null;
  }

  private toldOf({ raw }: FastifyRequest): Told | undefined {
    return this.away > 0 ? this.told.get(raw.socket) : undefined;
  }

  private isFullFor(told: Told | undefined): boolean {
    return this.inWork >= this.mostFor(told);
  }

  /**
   * While all who are away could be taken when they come back there is room for them: nobody is turned away for what has passed. While
   * they could not, there is always room for who waited as he was told.
   */
  private mostFor(told: Told | undefined): number {
    return this.away > IN_WORK && told?.served !== false ? IN_WORK_BEHIND : IN_WORK;
  }

  private turnAway(request: FastifyRequest): Problem | null {
    return REFUSALS[this.waitOf(request)] ?? null;
  }

  /** @returns seconds after which it may come again */
  private waitOf(request: FastifyRequest): number {
    const { socket } = request.raw;
    const now = performance.now();
    const { times, until } = this.told.get(socket) ?? { times: 0, until: 0 };
    const own = hasOwnConnection(request);
    const time = own && now < until + FORGET_MS ? times : 0;
    const seconds = this.secondsFor(time);
    this.away += 1;
    setTimeout(() => void (this.away -= 1), seconds * 1_000).unref();
    if (!own) return seconds;
    this.told.set(socket, { times: time + 1, until: now + seconds * 1_000, served: false });
    leaveUnread(socket, seconds * 1_000);
    return seconds;
  }

  /** The more are away already, the further apart they come back. */
  private secondsFor(time: number): number {
    const spread = Math.floor(this.away / IN_WORK);
    return Math.min(2 ** time * (1 + randomInt(spread + 1)), LONGEST);
  }
}
