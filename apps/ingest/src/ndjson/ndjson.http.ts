import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { AgentRoute, idOf } from '@parapet/chassis';

/** Lines of one body, at most. */
export const MOST_LINES = 1_000;

/** A route of agents that takes a body of lines, each a JSON object; compressed or not, at most 8 MiB. */
export const LinesRoute = (): MethodDecorator => AgentRoute({ media: ['ndjson'], gzip: true });

/** The body of such a route, for the API document. @param example lines */
export const ApiLines = (description: string, example: readonly object[]): MethodDecorator =>
  applyDecorators(
    ApiConsumes('application/x-ndjson'),
    ApiBody({
      description: `${description}, one on each line; at most ${MOST_LINES} lines and 8 MiB. \`Content-Encoding: gzip\` is taken; what is counted is what comes out`,
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
