import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Rejection } from '@parapet/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AgentLedger } from './agent-ledger';

/** Answers that sending the same again does not mend. */
const REASONS: ReadonlyMap<number, Rejection> = new Map([
  [400, 'bad_request'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
]);

/** Counts the requests of agents that are refused as a whole, whoever refuses them: schema, body parser or handler. */
@Injectable()
export class RefusedRequests implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly ledger: AgentLedger,
  ) {}

  onModuleInit(): void {
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    server.addHook('onResponse', (request, { statusCode }, done) => {
      const reason = REASONS.get(statusCode);
      // What was cut off on its way is sent again.
      if (reason && !request.raw.readableAborted) this.count(request, reason);
      done();
    });
  }

  private count({ caller, routeOptions }: FastifyRequest, reason: Rejection): void {
    if (caller?.kind !== 'agent' || routeOptions.url === '/v1/agent_heartbeat') return;
    this.ledger.refused(caller.agent, reason);
  }
}
