import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { AgentRoute, idOf } from '@parapet/chassis';

/** How much of lines is taken, at most, and how they are answered. */
export interface LineBounds {
  /** Of one body. */
  readonly lines: number;
  /** Of one line. */
  readonly bytes: number;
  /** Where one may not have been recorded, all must be sent again. */
  readonly whole?: true;
}

/** A route of agents that takes a body of lines, each a JSON object; compressed or not, at most 8 MiB. */
export const LinesRoute = (): MethodDecorator =>
  AgentRoute({ media: ['ndjson'], gzip: true, queued: true });

/** What bounds a body of lines, for the API document. */
export const boundsText = ({ lines, bytes }: LineBounds): string =>
  `at most ${lines} lines of at most ${bytes / 1024} KiB, and 8 MiB. \`Content-Encoding: gzip\` is taken; what is counted is what comes out`;

/** The body of such a route, for the API document. @param example lines */
export const ApiLines = (
  description: string,
  bounds: LineBounds,
  example: readonly object[],
): MethodDecorator =>
  applyDecorators(
    ApiConsumes('application/x-ndjson'),
    ApiBody({
      required: false,
      description: `${description}, one on each line; ${boundsText(bounds)}`,
      schema: { type: 'string' },
      examples: { lines: { value: example.map((line) => JSON.stringify(line)).join('\n') } },
    }),
  );

const STATUSES = ['created', 'updated', 'skipped', 'refused', 'deferred'] as const;

/** What became of one line. */
export class LineAnswer {
  @ApiProperty({
    enum: STATUSES,
    description:
      'created: a new event; updated: an event that was there already; skipped: nothing that is kept as an event; ' +
      'refused: it is wrong; deferred: it must be sent again',
  })
  readonly status!: (typeof STATUSES)[number];
  @ApiPropertyOptional({ ...idOf('event'), description: 'Of what was created or updated' })
  readonly id?: string;
  @ApiPropertyOptional({ description: 'Why it was skipped' })
  readonly reason?: string;
  @ApiPropertyOptional({
    ...{ description: 'Why it was refused or deferred', example: 'verdict is required' },
  })
  readonly error?: string;
}

export class LinesAnswer {
  @ApiProperty({ type: [LineAnswer], description: 'One for each line, in their order' })
  readonly results!: readonly LineAnswer[];
}
