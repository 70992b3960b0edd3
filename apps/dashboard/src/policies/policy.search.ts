/** What of a policy is shown, as the address says it. */
export interface PolicySearch {
  readonly tab?: 'versions';
  /** Versions that are compared. */
  readonly from?: number;
  readonly to?: number;
}

const version = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

export function policySearch({ tab, from, to }: Record<string, unknown>): PolicySearch {
  const compared = { from: version(from), to: version(to) };
  return tab === 'versions' ? { tab, ...compared } : {};
}
