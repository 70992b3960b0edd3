import { SEVERITIES, type Severity } from '@parapet/contracts';

/** A detection that agents report by name. */
export interface CatalogEntry {
  /** As sent in `metadata.name`. */
  readonly name: string;
  readonly severity: Severity;
  /** MITRE ATT&CK technique, such as `T1059.004`; null when none fits. */
  readonly technique: string | null;
  /** Title of the issue. */
  readonly title: string;
  /** What was seen and why it matters. */
  readonly sentence: string;
}

/** All known detections, by name. */
export type Catalog = ReadonlyMap<string, CatalogEntry>;

const MOST_ENTRIES = 10_000;

/**
 * Checks entries and puts them into a catalog; later ones replace earlier ones of the same name.
 * @param origin where they come from, for the message.
 * @throws Error with a sentence that names the entry and says what would be right.
 */
export function addToCatalog(known: Catalog, entries: unknown, origin: string): Catalog {
  if (!Array.isArray(entries) || entries.length > MOST_ENTRIES)
    throw new Error(`${origin} must be a list of at most ${MOST_ENTRIES} catalog entries`);
  const made = entries.map((entry: unknown, i) => checked(entry, `${origin}, entry ${i + 1}`));
  return new Map([...known, ...made.map((entry) => [entry.name, entry] as const)]);
}

function checked(entry: unknown, where: string): CatalogEntry {
  if (typeof entry !== 'object' || entry === null)
    throw new Error(`${where}: must be an object with name, severity, title and sentence`);
  const fields = new Map<string, unknown>(Object.entries(entry));
  const text = (field: string, longest: number): string => {
    const value = fields.get(field);
    if (typeof value === 'string' && value.trim() !== '' && value.length <= longest) return value;
    throw new Error(`${where}: ${field} must be a text of 1 to ${longest} characters`);
  };
  const severity = SEVERITIES.find((word) => word === fields.get('severity'));
  if (!severity) throw new Error(`${where}: severity must be one of ${SEVERITIES.join(', ')}`);
  return {
    ...{ name: text('name', 128), severity, technique: technique(fields.get('technique'), where) },
    ...{ title: text('title', 200), sentence: text('sentence', 1_000) },
  };
}

function technique(value: unknown, where: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' && /^T\d{4}(\.\d{3})?$/.test(value)) return value;
  throw new Error(`${where}: technique must look like T1059 or T1059.004, or be left out`);
}
