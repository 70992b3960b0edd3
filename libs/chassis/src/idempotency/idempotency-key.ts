import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@parapet/contracts/openapi';
import { Problem } from '@parapet/contracts';
import type { FastifyRequest } from 'fastify';

const KEY = /^[\x21-\x7e]{1,255}$/;

/** Why this cannot be an `Idempotency-Key`, and what could; null when it can, and when none was sent. */
export const wrongIdempotencyKey = (key: string | undefined): string | null =>
  key === undefined || KEY.test(key)
    ? null
    : 'Idempotency-Key must be 1 to 255 visible ASCII characters, without blanks; a UUID is a good one';

/** Hands a handler the `Idempotency-Key` of the request; undefined when there is none. @throws Problem `bad_request` */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | undefined => {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    const key = headers['idempotency-key'];
    // Sent twice it was refused at the door.
    const sent = typeof key === 'string' ? key : undefined;
    const wrong = wrongIdempotencyKey(sent);
    if (wrong !== null) throw new Problem('bad_request', wrong);
    return sent;
  },
);

/** The header, for the API document. @param effect what the key does on this route */
export const ApiIdempotencyKey = (effect: string): MethodDecorator =>
  ApiHeader({
    ...{ name: 'Idempotency-Key', required: false, description: effect },
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '6f6ddc1d-1f3c-4c2e-9b0a-2f4b8f8f7c5e',
  });
