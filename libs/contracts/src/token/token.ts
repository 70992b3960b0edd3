import { isAhead } from '../agent/clocks-apart';
import type { LogEvent } from '../event';
import type { Permission } from '../permissions';
import { endSession, type TokenSessionEnded, type TokenSessions } from './ended-sessions';
import { isNext, type MakesVersion, type Versioned, versioned } from '../versioned';

/** State of a user token. The token itself is never kept. */
export interface Token extends Versioned, TokenSessions {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly Permission[];
  /** SHA-256 of the token, hex. */
  readonly digest: string;
  /** `environment`: set by ADMIN_TOKEN; `bootstrap`: made at the first start; `api`: by a person. */
  readonly origin: 'api' | 'bootstrap' | 'environment';
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used: string | null;
  readonly revoked_at: string | null;
}

export type TokenCreated = LogEvent<
  'TokenCreated',
  MakesVersion & {
    readonly token_id: string;
    readonly name: string;
    readonly permissions: readonly Permission[];
    readonly digest: string;
    readonly origin: Token['origin'];
    readonly expires_at: string | null;
    /** Only with an `Idempotency-Key`: base64url SHA-256 of the description as canonical JSON. */
    readonly request_digest?: string;
  }
>;
export type TokenRevoked = LogEvent<'TokenRevoked', MakesVersion & { readonly token_id: string }>;
/** Not versioned: at most one per token in a quarter of an hour. */
export type TokenUsed = LogEvent<
  'TokenUsed',
  { readonly token_id: string; readonly last_used: string }
>;
/** Topic `tokens`, key = token id. */
export type TokenEvent = TokenCreated | TokenRevoked | TokenUsed | TokenSessionEnded;

/** Whether a clock that was ahead noted the last use: its time had not come yet when this fact was written. */
const wasAhead = (last: string, { time }: TokenUsed): boolean =>
  isAhead(Date.parse(last), Date.parse(time));

function use(state: Token, fact: TokenUsed): Token {
  const { last_used } = fact.data;
  const last = state.last_used ?? '';
  return last >= last_used && !wasAhead(last, fact) ? state : { ...state, last_used };
}

/** Folds one event into a token; void events change nothing. */
export function evolveToken(state: Token | undefined, event: TokenEvent): Token | undefined {
  if (event.type === 'TokenUsed') return state && use(state, event);
  if (event.type === 'TokenSessionEnded') return state && endSession(state, event);
  if (!isNext(state, event.data)) return state;
  const made = versioned(state, event.data.version, event.id);
  if (event.type === 'TokenRevoked')
    return state && state.revoked_at === null
      ? { ...state, ...made, revoked_at: event.time }
      : state;
  if (event.type !== 'TokenCreated') return state;
  const { token_id, version: _, ...rest } = event.data;
  return {
    id: token_id,
    ...rest,
    ...made,
    created_at: event.time,
    last_used: null,
    revoked_at: null,
  };
}
