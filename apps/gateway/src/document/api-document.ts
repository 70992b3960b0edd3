import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The committed OpenAPI document (`npm run openapi` makes it from the code; drift fails CI), as JSON text. */
export const apiDocument: string = readFileSync(join(__dirname, '../../openapi.json'), 'utf8');
