import { ApiParam } from '@parapet/contracts/openapi';
import type { IdPrefix } from '@parapet/contracts';

/** An id as the API document describes it. */
interface IdSchema {
  readonly pattern: string;
  readonly maxLength: number;
  readonly example: string;
}

/** How the ids of one kind look. */
export const idOf = (prefix: IdPrefix): IdSchema => ({
  ...{ pattern: `^${prefix}_[A-Za-z0-9_-]+$`, maxLength: 100 },
  example: `${prefix}_3l2mE0sYV1uXr2nJ8Zk0Qw`,
});

/** The parameter `<prefix>_id` of a path, for the API document. */
export const ApiIdParam = (prefix: IdPrefix): MethodDecorator =>
  ApiParam({ name: `${prefix}_id`, schema: { type: 'string', ...idOf(prefix) } });
