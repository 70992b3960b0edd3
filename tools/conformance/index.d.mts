/** Where the table lies. */
export declare const PAGE: string;

/** The table that documents, sentences and tests of this checkout make, and what is wrong with them. */
export declare function conformance(): { page: string; faults: string[] };
