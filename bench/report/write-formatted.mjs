import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** Writes Markdown or JSON as the house formats it. @param file path from the root of the repository */
export async function writeFormatted(file, text) {
  writeFileSync(file, await format(text, { ...(await resolveConfig(file)), filepath: file }));
}
