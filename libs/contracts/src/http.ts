import { ApiProperty } from './openapi';
import { AGENT_UNAUTHORIZED, ERRORS } from './errors';

const CODES = Object.keys(ERRORS);
const TYPES = [...new Set(Object.values(ERRORS).map(({ type }) => type))];

/** What went wrong, in the general shape. */
export class ErrorDetail {
  @ApiProperty({ enum: CODES, example: 'not_found' })
  code!: string;

  @ApiProperty({ example: 'There is no such issue' })
  message!: string;

  @ApiProperty({ description: 'More for the reader; may be empty', example: '' })
  details!: string;
}

/** The body of errors everywhere but where the two below apply. */
export class ErrorBody {
  @ApiProperty({ type: () => ErrorDetail })
  error!: ErrorDetail;
}

/** The body of status 400 of POST /v1/agents. */
export class CreationErrorBody {
  @ApiProperty({ example: 'invalid agent: os is required' })
  error!: string;
}

/** The body of every error of the routes that agents call. */
export class AgentErrorBody {
  @ApiProperty({ example: AGENT_UNAUTHORIZED })
  error!: string;

  @ApiProperty({ enum: TYPES, example: 'UnauthorizedEvents' })
  type!: string;
}

/** Where a list goes on. */
export class Pagination {
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Pass it as cursor for the next page; null on the last one',
    example: null,
  })
  next_cursor!: string | null;

  @ApiProperty({ example: false })
  has_more!: boolean;
}
