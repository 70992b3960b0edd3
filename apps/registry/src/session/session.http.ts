import type { Token } from '@parapet/contracts';
import { ApiProperty } from '@parapet/contracts/openapi';
import { OwnToken, renderToken } from '../token/token.http';

/** What GET and POST /v1/session answer. */
export class SessionView {
  @ApiProperty({ type: OwnToken })
  readonly token!: OwnToken;
  @ApiProperty({
    ...{ format: 'date-time', nullable: true, type: String },
    description: 'When the session ends by itself; null for who sends a token and has no session',
  })
  readonly session_expires_at!: string | null;
}

export function renderSession(token: Token, session_expires_at: string | null): SessionView {
  const { last_used: _, ...own } = renderToken(token);
  return { token: own, session_expires_at };
}
