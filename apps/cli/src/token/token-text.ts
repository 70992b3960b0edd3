import { plain, seconds } from '../plain-text';
import { table } from '../table-text';

/** What a list needs of a token of the API. */
export interface TokenShown {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly expires_at: string | null;
  readonly last_used: string | null;
}

/** The list, for people. */
export function tokenList(tokens: readonly TokenShown[]): string[] {
  const rows = tokens.map((token) => [
    token.id,
    plain(token.name),
    seconds(token.last_used),
    seconds(token.expires_at),
    token.permissions.join(', '),
  ]);
  return table(['ID', 'NAME', 'LAST USED (UTC)', 'EXPIRES (UTC)', 'MAY DO'], rows);
}
