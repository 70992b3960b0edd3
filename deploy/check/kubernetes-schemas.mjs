// node kubernetes-schemas.mjs SWAGGER FOLDER — from the OpenAPI file of Kubernetes, one strict JSON schema a kind, named
// as kubeconform asks for them. The definitions they share lie in one file beside them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [swagger, folder] = process.argv.slice(2);
const { definitions } = JSON.parse(readFileSync(swagger, 'utf8'));
const SHARED = '_definitions.json';

/** The same schema, with its references leading into the shared file. */
function moved(schema) {
  if (Array.isArray(schema)) return schema.map(moved);
  if (schema === null || typeof schema !== 'object') return schema;
  const each = Object.entries(schema).map(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [key, SHARED + value] : [key, moved(value)],
  );
  return Object.fromEntries(each);
}

/** Unknown fields are refused, absent ones may be null, and the two types that OpenAPI cannot say are said. */
function strict(name, definition) {
  if (definition.format === 'int-or-string') return { type: ['string', 'integer'] };
  if (name.endsWith('.api.resource.Quantity')) return { type: ['string', 'number'] };
  const { format: _, ...schema } = moved(definition);
  if (schema.properties === undefined) return schema;
  const required = new Set(schema.required);
  for (const [key, property] of Object.entries(schema.properties))
    if (!required.has(key) && property.type) property.type = [property.type, 'null'];
  return { additionalProperties: false, ...schema };
}

const shared = Object.fromEntries(
  Object.entries(definitions).map(([name, definition]) => [name, strict(name, definition)]),
);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, SHARED), JSON.stringify({ definitions: shared }));
let kinds = 0;
for (const [name, definition] of Object.entries(definitions))
  for (const { group, version, kind } of definition['x-kubernetes-group-version-kind'] ?? []) {
    const schema = structuredClone(shared[name]);
    if (schema.properties?.kind) schema.properties.kind = { const: kind };
    if (schema.properties?.apiVersion)
      schema.properties.apiVersion = { const: group ? `${group}/${version}` : version };
    const file = [kind, ...(group ? [group.split('.')[0]] : []), version].join('-').toLowerCase();
    writeFileSync(join(folder, `${file}.json`), JSON.stringify(schema));
    kinds += 1;
  }
console.log(`schemas of ${kinds} kinds`);
