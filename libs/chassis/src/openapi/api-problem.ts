import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@parapet/contracts/openapi';
import { ERRORS, type ErrorCode } from '@parapet/contracts';

/** Errors that only this route's handler knows, for the API document. Those that any route can have are described by themselves. */
export const ApiProblem = (...codes: readonly ErrorCode[]): MethodDecorator =>
  applyDecorators(
    ...codes.map((code) => ApiResponse({ status: ERRORS[code].status, description: '' })),
  );
