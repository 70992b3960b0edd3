/** A schema that was written in place. */
interface Schema {
  readonly title?: unknown;
  readonly type?: unknown;
}

const isNamed = (value: object): value is { readonly title: string } => {
  const { title, type }: Schema = value;
  return typeof title === 'string' && typeof type === 'string';
};

/** Values that are no schemas, whatever they look like. */
const VALUES: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum']);

/**
 * Puts every schema that has a title among the components, under that name, and a reference in its place, so that a generated client
 * has a type of that name.
 */
export class NamedSchemas {
  readonly components: Record<string, object> = {};

  /** The same value with references. */
  hoist(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.hoist(item));
    const copy = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, VALUES.has(key) ? part : this.hoist(part)]),
    );
    if (!isNamed(copy)) return copy;
    const { title, ...schema } = copy;
    this.components[title] = schema;
    return { $ref: `#/components/schemas/${title}` };
  }
}
