import { readFileSync } from 'node:fs';
import { SettingsError } from '@parapet/chassis';
import { addToCatalog, type Catalog } from './catalog';
import { CRITICAL_DETECTIONS } from './critical-detections.data';
import { OTHER_DETECTIONS } from './other-detections.data';

/** The Nest token of the catalog of this process. */
export const CATALOG = Symbol('catalog');

/** The catalog that comes with the house. */
export const builtInCatalog = (): Catalog =>
  addToCatalog(new Map(), [...CRITICAL_DETECTIONS, ...OTHER_DETECTIONS], 'the built-in catalog');

/**
 * The built-in catalog and, when a path is given, the entries of that JSON file: they win over built-in ones.
 * @throws SettingsError with a sentence when the file cannot be read or an entry is not right.
 */
export function readCatalog(path: string | null): Catalog {
  if (path === null) return builtInCatalog();
  try {
    return addToCatalog(builtInCatalog(), parse(path), path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new SettingsError([`DETECTION_CATALOG cannot be used: ${why}.`]);
  }
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`${path} cannot be read as JSON: ${String(error)}`, { cause: error });
  }
}
