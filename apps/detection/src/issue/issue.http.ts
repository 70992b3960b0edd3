import {
  ApiProperty,
  ApiPropertyOptional,
  type ApiPropertyOptions,
} from '@parapet/contracts/openapi';
import { AtMost, idOf } from '@parapet/chassis';
import {
  ISSUE_STATUSES,
  ISSUE_VERDICTS,
  type IssueDetails,
  type IssueStatus,
  type IssueVerdict,
  type MicroContext,
  PLATFORMS,
  SEVERITIES,
  type Severity,
  type Why,
} from '@parapet/contracts';
import { IsIn, IsOptional, IsString } from 'class-validator';
import type { IssueDocument } from './issue.collection';
import type { ListedEvent } from './listed-event';

/** An example. */
export const TIME = '2026-03-03T10:11:12.123Z';
const CONTEXT = { platform: 'kubernetes', cluster: 'production', node: 'node-7' };
const DETAILS = {
  ...{ domain: 'api.suspicious.example', ip: '203.0.113.9', port: 443, protocol: 'tcp' },
  ...{ process: '/usr/bin/curl', command: 'curl https://api.suspicious.example' },
  detection: 'egress',
};
const STRING = { type: 'string' } as const;
const OBJECT = { type: 'object' } as const;
const contextSchema: ApiPropertyOptions = {
  type: 'object',
  properties: {
    platform: { type: 'string', enum: [...PLATFORMS] },
    cluster: STRING,
    node: STRING,
  },
  description: 'Of the agent; what is not known is left out',
  example: CONTEXT,
};
const detailsSchema: ApiPropertyOptions = {
  type: 'object',
  properties: {
    domain: STRING,
    ip: STRING,
    process: { type: 'string', description: 'Path of the executable' },
    command: STRING,
    detection: STRING,
    technique: { type: 'string', description: 'MITRE ATT&CK technique' },
    path: STRING,
    port: { type: 'integer' },
    protocol: STRING,
  },
  description: 'As far as known',
  example: DETAILS,
};
const whySchema = {
  ...OBJECT,
  ...{ required: ['reason', 'policy'], selfRequired: true },
  properties: {
    reason: STRING,
    policy: {
      ...{ ...OBJECT, nullable: true },
      required: ['id', 'version', 'type', 'pattern'],
      properties: {
        id: STRING,
        name: { ...STRING, description: 'As it was called then' },
        version: { type: 'integer', minimum: 1 } as const,
        type: { ...STRING, enum: ['allow', 'block'] },
        pattern: STRING,
      },
    },
  },
  example: { reason: 'no policy allows it', policy: null },
};

/** An issue in lists and in the live stream: the fields of the spec, its status, and what an occurrence changes. */
export class IssueView {
  @ApiProperty(idOf('issue'))
  readonly id!: string;
  @ApiProperty({ example: 'Unknown egress to api.suspicious.example' })
  readonly title!: string;
  @ApiProperty({ enum: SEVERITIES, example: 'high' })
  readonly severity!: Severity;
  @ApiProperty({ enum: ISSUE_VERDICTS, example: 'detected' })
  readonly verdict!: IssueVerdict;
  @ApiProperty({ enum: ISSUE_STATUSES, example: 'open' })
  readonly status!: IssueStatus;
  @ApiProperty({ format: 'date-time', example: TIME })
  readonly created_at!: string;
  @ApiProperty(contextSchema)
  readonly micro_context!: MicroContext;
  @ApiProperty(detailsSchema)
  readonly details!: IssueDetails;
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    example: 3,
    description: 'Observations counted, each once',
  })
  readonly occurrences!: number;
  @ApiProperty({
    ...{ format: 'date-time', example: TIME },
    description: 'When the first of them was received',
  })
  readonly first_seen!: string;
  @ApiProperty({
    ...{ format: 'date-time', example: TIME },
    description: 'When the last of them was received',
  })
  readonly last_seen!: string;
  @ApiProperty(idOf('agent'))
  readonly agent_id!: string;
}

/** An observation that was counted, in the shape of a listed event. */
export class IssueEventView implements ListedEvent {
  @ApiProperty(idOf('event'))
  readonly id!: string;
  @ApiProperty({ example: 'connect' })
  readonly type!: string;
  @ApiProperty({
    ...{ format: 'date-time', example: '2026-03-03T10:11:12.123456789Z' },
    description: 'As it was sent',
  })
  readonly timestamp!: string;
  @ApiPropertyOptional({ description: 'DNS only' })
  readonly query?: string;
  @ApiPropertyOptional({ type: [String], description: 'DNS only' })
  readonly response?: readonly string[];
  @ApiPropertyOptional({
    ...{ type: 'object', additionalProperties: true },
    description: 'As it was sent: as a rule `pid`, `command` and `args`',
  })
  readonly process?: object;
  @ApiProperty({ example: 'network_connection' })
  readonly kind!: string;
  @ApiProperty({ type: 'object', additionalProperties: true })
  readonly metadata!: Readonly<Record<string, unknown>>;
  @ApiProperty({ enum: ['allowed', 'blocked', 'detected'], example: 'detected' })
  readonly verdict!: string;
  @ApiProperty(idOf('agent'))
  readonly agent_id!: string;
  @ApiProperty({ format: 'date-time', example: TIME })
  readonly received_at!: string;
  @ApiPropertyOptional({
    ...{ type: Boolean, enum: [true] },
    description: 'The metadata is not whole: ask GET /v1/events/{event_id}',
  })
  readonly truncated?: true;
}

/** All that is known of an issue but its evidence. */
export class IssueRecordView extends IssueView {
  @ApiProperty(whySchema)
  readonly why!: Why;
  @ApiProperty({ format: 'date-time', example: TIME, description: 'Last change of the status' })
  readonly status_at!: string;
  @ApiProperty({ example: 'detection', description: 'A token, a policy, or detection' })
  readonly status_by!: string;
  @ApiProperty({ type: String, nullable: true, example: null })
  readonly status_reason!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: null })
  readonly ignored_until!: string | null;
}

/** What PATCH /v1/issues/{id} takes. */
export class IssueStatusBody {
  @ApiProperty({ enum: ISSUE_STATUSES, example: 'ignored' })
  @IsIn(ISSUE_STATUSES, { message: `status must be one of ${ISSUE_STATUSES.join(', ')}` })
  readonly status!: IssueStatus;
  @ApiPropertyOptional({
    ...{ type: String, nullable: true, maxLength: 1000, example: 'a known scanner' },
  })
  @IsOptional()
  @IsString()
  @AtMost(1000)
  readonly reason?: string | null;
  @ApiPropertyOptional({
    ...{ type: String, format: 'date-time', nullable: true, example: '2099-04-01T00:00:00Z' },
    description:
      'Only with `ignored`, and in the future: a new occurrence after it opens the issue again',
  })
  @IsOptional()
  @IsString()
  readonly until?: string | null;
}

/** Renders an issue for a list, or for the live stream. */
export const renderIssue = (issue: IssueDocument): IssueView => ({
  id: issue.id,
  title: issue.title,
  severity: issue.severity,
  verdict: issue.verdict,
  status: issue.status,
  created_at: issue.created_at,
  micro_context: issue.micro_context,
  details: issue.details,
  occurrences: issue.occurrences,
  first_seen: issue.first_seen,
  last_seen: issue.last_seen,
  agent_id: issue.agent_id,
});

/** Renders all that the issue's own document knows. */
export const renderIssueRecord = (issue: IssueDocument): IssueRecordView => ({
  ...renderIssue(issue),
  why: issue.why,
  status_at: issue.status_at,
  status_by: issue.status_by,
  status_reason: issue.status_reason,
  ignored_until: issue.ignored_until,
});
