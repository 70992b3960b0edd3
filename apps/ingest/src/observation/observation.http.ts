import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { VERDICTS } from '@parapet/contracts';

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
      description: 'Depends on the kind; at most 8 levels and 256 keys',
      additionalProperties: true,
    },
    verdict: { type: 'string', enum: [...VERDICTS] },
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
  @ApiProperty({ example: 'event_0mbp2c8v4kX3vYw1Qm0l7hJt9rZs2aNf5Ud' })
  readonly id!: string;
  @ApiProperty({ enum: ['created', 'updated'] })
  readonly status!: 'created' | 'updated';
}

class ListedProcess {
  @ApiPropertyOptional({ example: 4211 })
  readonly pid?: number;
  @ApiPropertyOptional({ example: 'curl' })
  readonly command?: string;
  @ApiPropertyOptional({ type: [String], example: ['https://api.example.net'] })
  readonly args?: string[];
}

/** An event as it is listed. */
export class ListedEvent {
  @ApiProperty({ example: 'event_0mbp2c8v4kX3vYw1Qm0l7hJt9rZs2aNf5Ud' })
  readonly id!: string;
  @ApiProperty({
    example: 'connect',
    description: 'dns, connect, process, file, or the name of any other kind',
  })
  readonly type!: string;
  @ApiProperty({ example: '2026-03-03T10:11:12.123456789Z', description: 'As it was sent' })
  readonly timestamp!: string;
  @ApiPropertyOptional({ example: 'api.example.net', description: 'DNS: the name looked up' })
  readonly query?: string;
  @ApiPropertyOptional({ type: [String], description: 'DNS: the addresses it resolved to' })
  readonly response?: string[];
  @ApiPropertyOptional({ type: ListedProcess })
  readonly process?: ListedProcess;
  @ApiProperty({ example: 'network_connection' })
  readonly kind!: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly metadata!: object;
  @ApiProperty({ enum: VERDICTS })
  readonly verdict!: (typeof VERDICTS)[number];
  @ApiProperty({ example: 'agent_5kX3vYw1Qm0l7hJt9rZs2a' })
  readonly agent_id!: string;
  @ApiProperty({ example: '2026-03-03T10:11:12.456Z' })
  readonly received_at!: string;
}
