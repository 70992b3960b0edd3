import { readdirSync } from 'node:fs';

const modulesOf = (folder) =>
  readdirSync(new URL(folder, import.meta.url))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.replace('.mjs', ''));

/** Each measures rows of the table. */
export const ROWS = modulesOf('../rows/');
/** Each draws how a cost grows. */
export const CURVES = modulesOf('../curves/');
/** Each proves something by itself, with options and an exit code of its own. */
export const PROOFS = modulesOf('../').filter((name) => name !== 'run');
