import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { ApiIdempotencyKey } from '@parapet/chassis';

/** `Idempotency-Key` on a creation, and what it may be answered with, for the API document. */
export const ApiKeyedCreation = (): MethodDecorator =>
  applyDecorators(
    ApiIdempotencyKey(
      'Makes a repetition safe: the same key with the same body gets the same answer and makes nothing more. It belongs to the token that asks, and lasts for ever.',
    ),
    ApiResponse({
      status: 409,
      description: 'A request with this Idempotency-Key is being answered; send it again',
    }),
    ApiResponse({
      status: 422,
      description: 'This Idempotency-Key was used for a request with another body',
    }),
  );
