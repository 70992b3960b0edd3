import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { document, type Schema } from './api-document';

const ROOT = 'api';

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema that lists properties means these and no others, unless it says so: whatever is answered is to be described. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (!isFields(value)) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  if (typeof value['$ref'] === 'string') return { ...parts, $ref: ROOT + value['$ref'] };
  if (isFields(value['properties'])) return { additionalProperties: false, ...parts };
  return parts;
}

const ajv = addFormats(new Ajv({ allErrors: true, strict: true }));
ajv.addVocabulary(['example', 'components']);
ajv.addSchema({ components: closed(document.components) as object }, ROOT);

const compiled = new WeakMap<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const made = ajv.compile(closed(schema) as object);
  compiled.set(schema, made);
  return made;
}

const sentence = ({ instancePath, message, params }: ErrorObject): string => {
  const extra: unknown = params['additionalProperty'];
  return `${instancePath} ${message}${extra === undefined ? '' : ` (${String(extra)})`}`;
};

/** Where a value does not fit a schema of the document, as sentences that begin with `at`. */
export function schemaMistakes(schema: Schema, value: unknown, at: string): readonly string[] {
  const fits = validatorOf(schema);
  return fits(value) ? [] : (fits.errors ?? []).map((error) => at + sentence(error));
}
