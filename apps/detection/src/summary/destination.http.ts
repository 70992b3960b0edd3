import { ApiProperty } from '@parapet/contracts/openapi';
import { SEVERITIES, type Severity } from '@parapet/contracts';
import { TIME } from '../issue/issue.http';

const COUNT = { type: 'integer', minimum: 1, example: 3 } as const;

/** Where open issues went. */
export class DestinationView {
  @ApiProperty({ example: 'api.suspicious.example', description: 'A name, or an address' })
  readonly destination!: string;
  @ApiProperty(COUNT)
  readonly issues!: number;
  @ApiProperty({ ...COUNT, description: 'Observations of these issues' })
  readonly occurrences!: number;
  @ApiProperty({ format: 'date-time', example: TIME })
  readonly last_seen!: string;
  @ApiProperty({ enum: SEVERITIES, example: 'high', description: 'The highest of these issues' })
  readonly severity!: Severity;
}

/** Where open issues went that no policy decided. */
export class DestinationsView {
  @ApiProperty({
    ...{ type: [DestinationView], maxItems: 50 },
    description: 'Those with the most observations first',
  })
  readonly data!: readonly DestinationView[];
}
