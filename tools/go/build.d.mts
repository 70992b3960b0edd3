/**
 * Makes a program of one file of Go that needs the standard library only, with the machine's Go or, where it has none, with one
 * that is brought the first time (pinned with hashes in `requirements.txt`).
 * @throws Advice where neither can be had, Error with what the compiler said
 */
export function buildGo(source: string, program: string): Promise<void>;
