import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { claimsOf } from './claims.mjs';
import { faultsOfClaims, faultsOfQuotes } from './faults.mjs';
import { pageOf } from './page.mjs';
import { SENTENCES } from './sentences/index.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file) => readFileSync(`${root}/${file}`, 'utf8');

/** Where the table lies. */
export const PAGE = `${root}/docs/conformance.md`;

/** The table that documents, sentences and tests of this checkout make, and what is wrong with them. */
export function conformance() {
  const documents = ['docs/spec.md', 'docs/api.md'];
  const pages = Object.fromEntries(documents.map((document) => [document, read(document)]));
  const files = globSync('e2e/src/**/*{.e2e.spec,-promises}.ts', { cwd: root }).toSorted();
  const heard = files.map((file) => ({ file, ...claimsOf(file, read(file)) }));
  const claims = heard.flatMap((one) => one.claims);
  const strays = heard
    .filter((one) => one.strays > 0)
    .map((one) => `${one.file}: "// proves:" stands above no test ${one.strays} times`);
  const faults = [
    ...faultsOfQuotes(SENTENCES, pages),
    ...strays,
    ...faultsOfClaims(SENTENCES, claims),
  ];
  return { page: pageOf(SENTENCES, claims), faults };
}
