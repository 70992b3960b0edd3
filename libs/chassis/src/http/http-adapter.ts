import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Problem } from '@parapet/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../settings/settings.config';
import { answerError } from './answer-error';
import { askAgain } from './ask-again';
import { shareRoom } from './body-room';
import { forgetTypeOfNothing, leaveBodies, registerBodyParsers } from './body-parsers';
import { resetBrokenAnswers } from './broken-answers';
import {
  answerOddRequests,
  brokenHttpRefuser,
  type RefuseBroken,
  type StrayAnswer,
} from './broken-http';
import { CallerTurns } from './caller-turns';
import { Connections } from './connections';
import { directHandler, type Find } from './direct';
import type { Door } from './door';
import type { Forwarding } from './forwarding';
import { endUnreadBodies } from './head-answers';
import { HoldBack } from './hold-back';
import { isHeavy } from './is-heavy';
import { makeRoom } from './make-room';
import { plainPath } from './request-path';
import { routeOf } from './route-of';
import { RouteTable } from './route-table';
import { serverOptions } from './server-options';
import { type StandingHeaders, standingHeaders } from './standing-headers';
import { cutSlowReaders } from './slow-readers';
import type { ShowPage } from './unknown-pages';
import { unknownRoute } from './unknown-route';
import { boundUnread } from './unread-answers';

const HANDLER_MS = 30_000;

/**
 * Fastify with every limit of the house. Errors and unknown paths are answered by the house alone, so what Nest would install for
 * them is not taken.
 */
export class HouseAdapter extends FastifyAdapter {
  readonly routes = new RouteTable();
  readonly connections: Connections;
  private readonly standing: StandingHeaders;
  /** Null where nothing is limited. */
  private readonly turns: CallerTurns | null;
  private door: Door | undefined;
  private forwarding: Forwarding | undefined;
  private show: ShowPage = () => false;
  /** Undefined where nothing is traced. */
  private trace: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
  private find: Find = ({ name }) => {
    throw new Error(`nobody said where ${name} is to be found`);
  };

  constructor(settings: Settings) {
    const brokenHttp: RefuseBroken = brokenHttpRefuser((address) => this.stray(address));
    super(
      serverOptions(settings, {
        badPath: (error, request, reply) => this.refuseBadPath(error, request, reply),
        brokenHttp,
      }),
    );
    this.standing = standingHeaders(settings);
    this.turns = settings.rateLimit.on ? new CallerTurns() : null;
    const instance: FastifyInstance = this.getInstance();
    this.connections = new Connections(instance.server);
    makeRoom(this.connections, settings.maxConnections);
    answerOddRequests(instance.server, brokenHttp);
    cutSlowReaders(this.connections);
    instance.decorateRequest('caller', undefined);
    instance.decorateRequest('bodyText', undefined);
    instance.decorateRequest('cameAt', 0);
    instance.decorateRequest('forwardedTo', undefined);
    instance.decorateRequest('giveTurn', undefined);
    instance.decorateRequest('isInWork', false);
    instance.decorateRequest('route', undefined);
    instance.decorateRequest('span', undefined);
    this.routes.watch(instance);
    registerBodyParsers(instance);
    instance.addHook('onRoute', (route) => {
      if (!route.config?.unwatched) route.handlerTimeout = HANDLER_MS;
      const { direct } = route.config ?? {};
      if (direct) route.handler = directHandler(direct, this.find);
    });
    instance.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    const unknown = unknownRoute(this.routes, (request, reply) => this.show(request, reply));
    instance.setNotFoundHandler(unknown);
    // Where nothing is, nothing is asked of a body: neither what it is nor how large.
    instance.addHook('preParsing', (request, reply, _payload, done) => {
      if (request.is404 || this.isMistaken(request)) return unknown(request, reply);
      forgetTypeOfNothing(request);
      done();
    });
    shareRoom(instance);
    this.admit(instance);
    askAgain(instance, (caller) => this.theDoor().mayStay(caller));
    this.takeBack(instance, settings.rateLimit.on);
    instance.addHook('onSend', endUnreadBodies).addHook('onSend', resetBrokenAnswers);
  }

  /** Answers the controllers of routes marked `direct`. Set before routes are registered. */
  findingBy(find: Find): void {
    this.find = find;
  }

  /** Who shows pages where no route is. Set before the first request. */
  missingShownBy(show: ShowPage): void {
    this.show = show;
  }

  /** Who begins the spans of requests. Set before the first request. */
  tracedBy(trace: (request: FastifyRequest, reply: FastifyReply) => void): void {
    this.trace = trace;
  }

  /** Who decides which requests pass. Set before the first request. */
  guardedBy(door: Door): void {
    this.door = door;
  }

  /** Who sends on what is not answered here. Bodies are left unread from then on. Set before the first request. */
  forwardingTo(forwarding: Forwarding): void {
    this.forwarding = forwarding;
    leaveBodies(this.getInstance<FastifyInstance>());
  }

  override setErrorHandler(): never {
    return this.getInstance<never>();
  }

  override setNotFoundHandler(): never {
    return this.getInstance<never>();
  }

  private admit(instance: FastifyInstance): void {
    instance.addHook('onRequest', (request, reply, done) => {
      request.cameAt = performance.now();
      this.trace?.(request, reply);
      reply.headers(this.standing).header('x-request-id', request.id);
      try {
        const passing = this.theDoor().pass(request, reply);
        if (passing) passing.then(() => this.goOn(request, reply, done), done);
        else this.goOn(request, reply, done);
      } catch (error) {
        done(error as Error);
      }
    });
  }

  private begin(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    // Its client has gone already: nobody would hear when to give back what is taken for it from here on.
    if (reply.raw.destroyed) return;
    if (!this.turns || !request.caller) return done();
    const give = this.turns.take(request.caller, isHeavy(request), done);
    request.giveTurn = give;
    // Of a client that goes away before anything is done for it nothing else tells. What is being done goes on without it.
    reply.raw.once('close', () => request.isInWork || give());
  }

  private isMistaken(request: FastifyRequest): boolean {
    const { url } = routeOf(request);
    return url?.includes(':') === true && this.routes.isMistaken(url, plainPath(request.url));
  }

  /** The turn is over with the work: how slowly its answer is read is nobody else's loss, as long as not too many wait to be. */
  private takeBack(instance: FastifyInstance, limited: boolean): void {
    if (!limited) return;
    const hold = new HoldBack();
    instance.addHook('preValidation', (request, _reply, done) => {
      request.isInWork = true;
      done();
    });
    instance.addHook('onSend', (request, reply, payload, done) => {
      request.giveTurn?.();
      hold.before(request, reply, () => done(null, payload));
    });
    boundUnread(instance);
  }

  /** What is forwarded goes no further here: nothing of it is judged by what this process would take. */
  private goOn(request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
    if (request.forwardedTo === undefined || !this.forwarding)
      return this.begin(request, reply, done);
    this.forwarding
      .forward(request, reply)
      .catch((error: unknown) => this.counted(error, request, reply))
      .catch((error: unknown) => done(error as Error));
  }

  /**
   * What is wrong with a request that no service got to see counts for its address; that a service is away, or that others come
   * first, does not.
   * @throws whatever is to be answered
   */
  private async counted(
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<never> {
    if (!(error instanceof Problem) || reply.raw.destroyed) throw error;
    if (error.status < 500 && error.retryAfter === undefined)
      await this.theDoor().anyone(request, reply, error);
    else await this.theDoor().tell(request, reply);
    throw error;
  }

  private refuseBadPath(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    reply.headers(this.standing).header('x-request-id', request.id);
    const answer = (why: unknown): void => answerError(why, request, reply);
    void Promise.resolve()
      .then(() => this.theDoor().anyone(request, reply, null))
      .then(() => this.show(request, reply) || answer(error), answer);
  }

  /** What an address is told beside the refusal; that counters are away changes nothing about it. */
  private async stray(address: string): Promise<StrayAnswer> {
    const { headers, over } = await this.theDoor()
      .stray(address)
      .catch((): StrayAnswer => ({ headers: {}, over: null }));
    return { headers: { ...this.standing, ...headers }, over };
  }

  private theDoor(): Door {
    if (!this.door) throw new Error('a request came before the house was guarded');
    return this.door;
  }
}
