import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import type { AuditEntry } from './audit.collection';
import {
  AUDIT_ACTIONS,
  AUDIT_RESOURCES,
  type AuditAction,
  type AuditResource,
} from './audited-facts';

export const ACTOR_TYPES = ['token', 'service'] as const;

/** Who changed it. */
export class AuditActor {
  @ApiProperty({
    enum: ACTOR_TYPES,
    description: 'A token; or the house itself, which sets up the first token and `ADMIN_TOKEN`',
    example: 'token',
  })
  readonly type!: (typeof ACTOR_TYPES)[number];
  @ApiProperty({ example: 'token_3l2mE0sYV1uXr2nJ8Zk0Qw' })
  readonly id!: string;
  @ApiProperty({ example: 'dashboard backend', description: 'Also when it has been revoked since' })
  readonly name!: string;
}

/** What was changed. */
export class AuditedResource {
  @ApiProperty({ enum: AUDIT_RESOURCES, example: 'policy' })
  readonly type!: AuditResource;
  @ApiProperty({ example: 'policy_3l2mE0sYV1uXr2nJ8Zk0Qw' })
  readonly id!: string;
  @ApiPropertyOptional({
    example: 'Package mirrors',
    description: 'As it was called after the change; the URL of a webhook; issues have none',
  })
  readonly name?: string;
}

/** One change. */
export class AuditEntryView {
  @ApiProperty({ example: '0b6f4c2e-5a0e-4b57-9d6c-6f3f0f6f5f7a' })
  readonly id!: string;
  @ApiProperty({ format: 'date-time', example: '2026-03-03T10:11:12.345Z' })
  readonly timestamp!: string;
  @ApiProperty({ type: AuditActor })
  readonly actor!: AuditActor;
  @ApiProperty({ enum: AUDIT_ACTIONS, example: 'policy.created' })
  readonly action!: AuditAction;
  @ApiProperty({ type: AuditedResource })
  readonly resource!: AuditedResource;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'What was said of it, as it is kept; never a token, a secret or a digest of one',
    example: { version: 1, document: { name: 'Package mirrors', type: 'allow' } },
  })
  readonly changes!: Readonly<Record<string, unknown>>;
}

/** Renders an entry. @param nameOf the name of a token, also of a revoked one */
export function renderEntry(
  entry: AuditEntry,
  nameOf: (tokenId: string) => string | undefined,
): AuditEntryView {
  const { actor, resource_name: name } = entry;
  const type = actor.startsWith('token_') ? 'token' : 'service';
  return {
    id: entry.id,
    timestamp: entry.timestamp,
    actor: { type, id: actor, name: nameOf(actor) ?? actor },
    action: entry.action,
    resource: {
      ...{ type: entry.resource_type, id: entry.resource_id },
      ...(name !== undefined && { name }),
    },
    changes: entry.changes,
  };
}
