import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@parapet/contracts/openapi';
import { ApiSince, ApiUntil } from '@parapet/chassis';
import { LONGEST_TEXT, VERDICTS } from '@parapet/contracts';

/** The filters that `observationFilters` reads, for the API document. */
export const ApiObservationFilters = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({
      ...{ name: 'type', required: false, example: 'connect' },
      schema: { type: 'string', minLength: 1, maxLength: 128 },
      description: 'dns, connect, process, file, or the name of any other kind',
    }),
    ApiQuery({
      ...{ name: 'agent_id', required: false, description: 'Only events of this agent' },
      schema: { type: 'string', minLength: 1, maxLength: 128 },
    }),
    ApiQuery({
      ...{ name: 'destination', required: false, example: 'api.suspicious.example' },
      schema: { type: 'string', minLength: 1, maxLength: LONGEST_TEXT },
      description:
        'Only events that went there, or looked it up: a domain or an address, as a whole; of a URL its host',
    }),
    ApiQuery({ name: 'verdict', required: false, enum: VERDICTS }),
    ApiSince('Only events after it'),
    ApiUntil('Only events up to it, itself included'),
  );
