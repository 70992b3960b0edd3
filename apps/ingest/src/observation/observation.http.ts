import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
import { VERDICTS } from '@parapet/contracts';
import { MAX_DEPTH, MAX_KEYS } from './metadata-bounds';

/** Most bytes of one observation. */
export const OBSERVATION_LIMIT = 64 * 1024;

/** The body of PUT /v1/events_v2. Unknown properties are kept and ignored. */
export const observationSchema = {
  type: 'object',
  required: ['kind', 'timestamp', 'metadata', 'verdict'],
  properties: {
    kind: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description: 'Such as network_connection, process_execution, file_access, dns_query',
    },
    timestamp: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'When it happened: RFC 3339 with zone, up to nanoseconds',
    },
    metadata: {
      type: 'object',
      description: `Depends on the kind; at most ${MAX_DEPTH} levels and ${MAX_KEYS} keys`,
      additionalProperties: true,
    },
    verdict: { type: 'string', enum: [...VERDICTS] },
  },
};

const { properties } = observationSchema;

/** The same for the API document, with what is checked besides the schema. */
export const observationBody = {
  ...{ ...observationSchema, title: 'NewEvent' },
  properties: {
    ...properties,
    timestamp: {
      ...{ type: 'string', format: 'date-time' },
      description: `${properties.timestamp.description}; since 1970, and at most 24 hours ahead of our clock`,
    },
    metadata: { ...properties.metadata, maxProperties: MAX_KEYS },
  },
};

export const observationExample = {
  kind: 'network_connection',
  timestamp: '2026-03-03T10:11:12.123456789Z',
  metadata: {
    destination: 'api.example.net',
    destination_ip: '203.0.113.9',
    port: 443,
    protocol: 'tcp',
    process: { pid: 4211, command: 'curl https://api.example.net', executable: '/usr/bin/curl' },
  },
  verdict: 'detected',
};

export class TakenAnswer {
  @ApiProperty(idOf('event'))
  readonly id!: string;
  @ApiProperty({ enum: ['created', 'updated'] })
  readonly status!: 'created' | 'updated';
}

/** An event as it is listed. */
export class ListedEvent {
  @ApiProperty(idOf('event'))
  readonly id!: string;
  @ApiProperty({
    example: 'connect',
    description: 'dns, connect, process, file, or the name of any other kind',
  })
  readonly type!: string;
  @ApiProperty({
    ...{ format: 'date-time', example: '2026-03-03T10:11:12.123456789Z' },
    description: 'As it was sent',
  })
  readonly timestamp!: string;
  @ApiPropertyOptional({ example: 'api.example.net', description: 'DNS: the name looked up' })
  readonly query?: string;
  @ApiPropertyOptional({ type: [String], description: 'DNS: the addresses it resolved to' })
  readonly response?: string[];
  @ApiPropertyOptional({
    ...{ type: 'object', additionalProperties: true },
    description: 'As it was sent: as a rule `pid`, `command` and `args`',
    example: { pid: 4211, command: 'curl', args: ['https://api.example.net'] },
  })
  readonly process?: object;
  @ApiProperty({ example: 'network_connection' })
  readonly kind!: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly metadata!: object;
  @ApiProperty({ enum: VERDICTS })
  readonly verdict!: (typeof VERDICTS)[number];
  @ApiProperty(idOf('agent'))
  readonly agent_id!: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-03T10:11:12.456Z' })
  readonly received_at!: string;
}
