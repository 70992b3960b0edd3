import { text } from '../api/from-address';

/** What of a policy is shown, as the address says it. */
export interface PolicySearch {
  readonly tab?: 'versions';
  /** Versions that are compared. */
  readonly from?: number;
  readonly to?: number;
}

function version(value: unknown): number | undefined {
  const number = Number(text(value));
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

export function policySearch({ tab, from, to }: Record<string, unknown>): PolicySearch {
  const compared = { from: version(from), to: version(to) };
  return tab === 'versions' ? { tab, ...compared } : {};
}
