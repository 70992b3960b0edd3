import type { FastifyInstance } from 'fastify';
import { unauthorized } from './answer-error';
import type { Caller } from './caller';

/**
 * What is to be done is done for who may still ask for it: bodies come as slowly as clients like, and turns as slowly as those before.
 * @param mayStay is asked once of every request whose caller is known
 */
export function askAgain(instance: FastifyInstance, mayStay: (caller: Caller) => boolean): void {
  instance.addHook('preValidation', (request, _reply, done) => {
    const { caller } = request;
    if (!caller || mayStay(caller)) done();
    else done(unauthorized(request));
  });
}
