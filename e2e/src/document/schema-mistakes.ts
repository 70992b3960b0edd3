import type { Schema, Schemas } from './schema';

/** What is looked at: a value, where it lies, and what schemas refer to. */
interface Place {
  readonly value: unknown;
  readonly at: string;
  readonly schemas: Schemas;
}
type Check = (schema: Schema, place: Place) => readonly string[];
type Fields = Readonly<Record<string, unknown>>;

const NONE: readonly string[] = [];
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const IS: Readonly<Record<NonNullable<Schema['type']>, (value: unknown) => boolean>> = {
  object: isFields,
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

const within = (schema: Schema, place: Place, part: string, value: unknown): readonly string[] =>
  schemaMistakes(schema, { ...place, value, at: place.at + part });

/** A schema that lists properties means these and no others, unless it says so: whatever is answered is to be described. */
const fields: Check = ({ properties = {}, additionalProperties = false }, place) =>
  Object.entries(isFields(place.value) ? place.value : {}).flatMap(([name, value]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (own === true) return NONE;
    if (own === false || own === undefined) return [`${place.at}.${name} is not described`];
    return within(own, place, `.${name}`, value);
  });

/** A check of texts; what is no text is the business of `type`. */
const text =
  (holds: (value: string, schema: Schema) => boolean, mistake: string): Check =>
  (schema, { value, at }) =>
    typeof value !== 'string' || holds(value, schema) ? NONE : [`${at} ${mistake}`];

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : NONE);

const CHECKS: Readonly<Record<keyof Schema, Check>> = {
  $ref: ({ $ref = '' }, place) => {
    const schema = place.schemas[$ref.replace('#/components/schemas/', '')];
    return schema ? schemaMistakes(schema, place) : [`${place.at} refers to ${$ref}: nothing`];
  },
  allOf: ({ allOf = [] }, place) => allOf.flatMap((schema) => schemaMistakes(schema, place)),
  type: ({ type = 'object' }, { value, at }) => (IS[type](value) ? NONE : [`${at} is no ${type}`]),
  nullable: () => NONE,
  enum: ({ enum: words = [] }, { value, at }) =>
    words.includes(value) ? NONE : [`${at} is none of ${words.join(', ')}`],
  properties: fields,
  additionalProperties: (schema, place) => (schema.properties ? NONE : fields(schema, place)),
  required: ({ required = [] }, { value, at }) =>
    required
      .filter((name) => isFields(value) && !Object.hasOwn(value, name))
      .map((name) => `${at}.${name} is missing`),
  items: ({ items = {} }, place) =>
    list(place.value).flatMap((item, i) => within(items, place, `[${i}]`, item)),
  maxItems: ({ maxItems = 0 }, { value, at }) =>
    list(value).length <= maxItems ? NONE : [`${at} has more than ${maxItems} items`],
  minimum: ({ minimum = 0 }, { value, at }) =>
    typeof value !== 'number' || value >= minimum ? NONE : [`${at} is below ${minimum}`],
  maxLength: text((value, { maxLength = 0 }) => value.length <= maxLength, 'is too long'),
  pattern: text(
    (value, { pattern = '' }) => new RegExp(pattern, 'u').test(value),
    'is not as its pattern says',
  ),
  format: text(
    (value, { format }) => format !== 'date-time' || DATE_TIME.test(value),
    'is no date-time',
  ),
};

/** What explains, and demands nothing. */
const WORDS: ReadonlySet<string> = new Set(['description', 'example', 'default']);
const isKeyword = (name: string): name is keyof Schema => Object.hasOwn(CHECKS, name);

/** Where a value does not fit a schema, as sentences. @throws Error for a keyword that is not known here */
export function schemaMistakes(schema: Schema, place: Place): readonly string[] {
  if (place.value === null && schema.type !== undefined)
    return schema.nullable === true ? NONE : [`${place.at} is null`];
  return Object.keys(schema).flatMap((name) => {
    if (isKeyword(name)) return CHECKS[name](schema, place);
    if (WORDS.has(name)) return NONE;
    throw new Error(`the schema of ${place.at} says ${name}, which is not looked at here`);
  });
}
