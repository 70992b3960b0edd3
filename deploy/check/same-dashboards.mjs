// node same-dashboards.mjs FOLDER — ends with 0 if stdin has the text of every JSON file of the folder, as a JSON string on a
// line of its own, in the order of their names.
import { deepStrictEqual as same } from 'node:assert';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
const given = readFileSync(0, 'utf8').trim().split('\n');
const files = readdirSync(folder).toSorted();
same(
  given.map((text) => JSON.parse(text)),
  files.map((file) => readFileSync(join(folder, file), 'utf8')),
);
