import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Caller } from '@parapet/chassis';
import type { Rejection } from '@parapet/contracts';
import { AgentLedger } from './agent-ledger';

/** Answers that sending the same again does not mend. */
const REASONS: ReadonlyMap<number, Rejection> = new Map([
  [400, 'bad_request'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
]);

/** The part of a Fastify request that is looked at here. */
interface Answered {
  readonly caller: Caller | undefined;
  readonly routeOptions: { readonly url?: string };
  readonly raw: { readonly readableAborted: boolean };
}

/** The part of a Fastify server that is used here. */
interface Server {
  addHook(
    name: 'onResponse',
    hook: (request: Answered, reply: { readonly statusCode: number }, done: () => void) => void,
  ): unknown;
}

/** Counts the requests of agents that are refused as a whole, whoever refuses them: schema, body parser or handler. */
@Injectable()
export class RefusedRequests implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly ledger: AgentLedger,
  ) {}

  onModuleInit(): void {
    this.host.httpAdapter
      .getInstance<Server>()
      .addHook('onResponse', (request, { statusCode }, done) => {
        const reason = REASONS.get(statusCode);
        // What was cut off on its way is sent again.
        if (reason && !request.raw.readableAborted) this.count(request, reason);
        done();
      });
  }

  private count({ caller, routeOptions }: Answered, reason: Rejection): void {
    if (caller?.kind !== 'agent' || routeOptions.url === '/v1/agent_heartbeat') return;
    this.ledger.refused(caller.agent, reason);
  }
}
