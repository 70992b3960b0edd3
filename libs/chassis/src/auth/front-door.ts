import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Forwarding } from '../http/forwarding';
import { Limits } from '../limit/limits';
import { Clock } from '../process/clock';
import { AnyDoor } from './any-door';

/**
 * The door of a process that keeps nothing. What is forwarded is neither counted nor judged, for the service that answers it does
 * both (`exactness.md`, rule 20).
 */
@Injectable()
export class FrontDoor extends AnyDoor {
  constructor(
    limits: Limits,
    clock: Clock,
    private readonly forwarding: Forwarding,
  ) {
    super(limits, clock);
  }

  protected admit(request: FastifyRequest, reply: FastifyReply): void | Promise<void> {
    const place = this.forwarding.placeOf(request.url);
    if (place === null) return this.anyone(request, reply, null);
    request.forwardedTo = place;
  }
}
