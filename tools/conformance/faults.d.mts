import type { Claim } from './claims.mjs';

/** What a section of a document says, in quotes of it. */
export interface Section {
  readonly document: string;
  readonly section: string;
  /** By id. */
  readonly sentences: Readonly<Record<string, string>>;
  /** Of a sentence, the one deployment that it is about, and why. */
  readonly only?: Readonly<Record<string, readonly [deployment: string, reason: string]>>;
  /** By quote, the reason why no test can prove it. */
  readonly untestable?: Readonly<Record<string, string>>;
}

/** What is quoted wrongly, and what the pages say that nobody quotes. `pages`: text by name of the document. */
export declare function faultsOfQuotes(
  quoted: readonly Section[],
  pages: Readonly<Record<string, string>>,
): string[];

/** Ids that nobody knows or that are given twice, and sentences that are not proven on every deployment they are about. */
export declare function faultsOfClaims(
  quoted: readonly Section[],
  claims: readonly Claim[],
): string[];
