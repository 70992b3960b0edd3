import { applyDecorators } from '@nestjs/common';
import { ApiProblem } from '../openapi/api-problem';
import { ApiIdempotencyKey } from './idempotency-key';

/** `Idempotency-Key` on a creation, and what it may be answered with, for the API document. */
export const ApiKeyedCreation = (): MethodDecorator =>
  applyDecorators(
    ApiIdempotencyKey(
      'Makes a repetition safe: the same key with the same body gets the same answer and makes nothing more; with another body it is 422, and 409 while the first request is being answered. It belongs to the token that asks, and lasts for ever.',
    ),
    ApiProblem('conflict', 'unprocessable'),
  );
