import type { CommandTarget, Projected } from '@parapet/chassis';
import type { Token } from '@parapet/contracts';
import { collection } from '@parapet/readmodel';

export type StoredToken = Projected<Token>;

/** User tokens that have not been revoked, and the graves of those that have. */
export const TOKENS = collection<StoredToken>({
  name: 'tokens',
  indexes: [{ equal: [], sort: 'created_at' }],
});

export const TOKEN_COMMANDS: CommandTarget<StoredToken> = {
  topic: 'tokens',
  projection: 'registry.tokens',
  collection: TOKENS,
};
