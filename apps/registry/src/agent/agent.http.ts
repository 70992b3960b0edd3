import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
import {
  AGENT_KINDS,
  AGENT_MODES,
  AGENT_STATUSES,
  type AgentKind,
  type AgentMode,
  type AgentStatus,
  type Platform,
  PLATFORMS,
  type ShownAgent,
} from '@parapet/contracts';

const WORD = {
  ...{ minLength: 1, maxLength: 1024, pattern: '\\S' },
  description: 'At most 1024 bytes, not blank',
} as const;

/** What POST /v1/agents takes. */
export class NewAgentBody {
  @ApiProperty({ ...WORD, example: 'worker-7' })
  readonly name!: string;
  @ApiProperty({ ...WORD, example: 'linux' })
  readonly os!: string;
  @ApiPropertyOptional({
    ...{ example: '192.0.2.7', description: 'IPv4 or IPv6' },
    anyOf: ['ipv4', 'ipv6'].map((format) => ({ type: 'string', format, nullable: true })),
  })
  readonly ip?: string;
  @ApiProperty({ enum: AGENT_KINDS, example: 'kubernetes' })
  readonly kind!: AgentKind;
  @ApiPropertyOptional({
    ...{ type: 'object', nullable: true, maxProperties: 64 },
    additionalProperties: {
      ...{ type: 'string', maxLength: 1024, pattern: '^[a-zA-Z0-9][-_a-zA-Z0-9/. ]*$' },
    },
    example: { cluster: 'production', node: 'worker-7' },
    description:
      'Keys of at most 63 letters, digits, `-` and `_`, with a letter or digit at both ends; values of at most 1024 characters.',
  })
  readonly labels?: Record<string, string>;
}

/** What POST /v1/agents answers: the only time the token is shown. */
export class NewAgentView {
  @ApiProperty(idOf('agent'))
  readonly id!: string;
  @ApiProperty({ example: 'pp_a_…', description: 'Shown once' })
  readonly token!: string;
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;
}

/** The answer to a rotation. */
export class AgentTokenView {
  @ApiProperty({
    example: 'pp_a_…',
    description: 'Shown once; the token before it has stopped working',
  })
  readonly token!: string;
}

/** What PATCH /v1/agents/{id} takes. */
export class AgentModeBody {
  @ApiProperty({ enum: AGENT_MODES, example: 'enforce' })
  readonly mode!: AgentMode;
}

/** An agent as the API shows it. */
export class AgentView implements ShownAgent {
  @ApiProperty(idOf('agent'))
  readonly id!: string;
  @ApiProperty()
  readonly name!: string;
  @ApiProperty({ description: 'The name, unless a heartbeat said better' })
  readonly hostname!: string;
  @ApiProperty({ enum: PLATFORMS })
  readonly platform!: Platform;
  @ApiPropertyOptional({ description: 'The label `cluster`' })
  readonly cluster?: string;
  @ApiProperty({ enum: AGENT_STATUSES })
  readonly status!: AgentStatus;
  @ApiProperty({ enum: AGENT_MODES })
  readonly mode!: AgentMode;
  @ApiProperty({ description: 'As reported, else the label `version`; empty when unknown' })
  readonly version!: string;
  @ApiProperty({ format: 'date-time', description: 'When it was created, until it is seen' })
  readonly last_seen!: string;
  @ApiProperty({ enum: AGENT_KINDS })
  readonly kind!: AgentKind;
  @ApiProperty()
  readonly os!: string;
  @ApiPropertyOptional()
  readonly ip?: string;
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  readonly labels!: Readonly<Record<string, string>>;
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;
}
