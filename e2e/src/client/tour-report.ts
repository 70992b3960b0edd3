/** Where the tour goes, and how it waits. */
interface TourStart {
  readonly baseUrl: string;
  readonly adminToken: string;
  /** Where a webhook is to lead. */
  readonly receiverUrl: string;
  /** A word that nobody else uses: names are made of it. */
  readonly word: string;
  /** Looks until there is something. */
  readonly until: <T extends object>(look: () => Promise<T | undefined>) => Promise<T>;
}

/** What was seen on the way. */
interface TourReport {
  readonly policyId: string;
  /** Of an allowed connection, an unknown one, and the unknown one again. */
  readonly statuses: readonly number[];
  readonly issueId: string;
  readonly issueWhy: string;
  readonly webhookSecret: string;
  /** The error that an agent hears that asks for what is not its own. */
  readonly refusal: string;
}

export type Tour = (start: TourStart) => Promise<TourReport>;
