/** A test, by its file and the titles around it, and the sentences that it says it proves. */
export interface Claim {
  readonly file: string;
  readonly title: string;
  readonly ids: readonly string[];
}

/** What the tests of a file say that they prove, and how many such comments stand above no test. */
export declare function claimsOf(file: string, text: string): { claims: Claim[]; strays: number };
