import { ApiProperty, ApiPropertyOptional } from '@parapet/contracts/openapi';
import { idOf } from '@parapet/chassis';
import { type Permission, PERMISSIONS, type Token } from '@parapet/contracts';

/** What POST /v1/tokens takes. */
export class NewTokenBody {
  @ApiProperty({ example: 'dashboard backend', minLength: 1, maxLength: 200, pattern: '\\S' })
  readonly name!: string;
  @ApiPropertyOptional({
    ...{ type: 'array', nullable: true, minItems: 1 },
    items: { type: 'string', enum: [...PERMISSIONS] },
    example: ['issues:read', 'policies:write'],
    description: 'None that the caller does not hold; left out, the caller’s own',
  })
  readonly permissions?: Permission[];
  @ApiPropertyOptional({
    ...{ format: 'date-time', nullable: true, type: String, example: '2099-01-01T00:00:00Z' },
    description:
      'In the future, and not after that of the caller; null: never; left out, as the caller’s own',
  })
  readonly expires_at?: string | null;
}

/** A token as it shows itself: never the token. */
export class OwnToken {
  @ApiProperty(idOf('token'))
  readonly id!: string;
  @ApiProperty()
  readonly name!: string;
  @ApiProperty({ enum: PERMISSIONS, isArray: true })
  readonly permissions!: readonly Permission[];
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;
  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  readonly expires_at!: string | null;
  @ApiProperty({ enum: ['api', 'bootstrap', 'environment'], description: 'How it came to be' })
  readonly origin!: Token['origin'];
}

/** A token as lists show it. */
export class TokenView extends OwnToken {
  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  readonly last_used!: string | null;
}

/** What POST /v1/tokens answers. */
export class NewTokenView {
  @ApiProperty(idOf('token'))
  readonly id!: string;
  @ApiProperty()
  readonly name!: string;
  @ApiProperty({ example: 'pp_u_…', description: 'Shown once' })
  readonly token!: string;
  @ApiProperty({ enum: PERMISSIONS, isArray: true })
  readonly permissions!: readonly Permission[];
  @ApiProperty({ format: 'date-time' })
  readonly created_at!: string;
  @ApiProperty({ format: 'date-time', nullable: true, type: String })
  readonly expires_at!: string | null;
}

/** Renders a token for the API; nothing of its digest. */
export const renderToken = (token: Token): TokenView => ({
  id: token.id,
  name: token.name,
  permissions: token.permissions,
  created_at: token.created_at,
  expires_at: token.expires_at,
  origin: token.origin,
  last_used: token.last_used,
});
