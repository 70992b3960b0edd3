const YAML = ['application/yaml', 'application/x-yaml', 'text/yaml'];

/** Whether a `Content-Type` says JSON. */
export const saysJson = (contentType: string | undefined): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';

/** Whether an `Accept` header prefers YAML over JSON; JSON wins a tie, and where nothing is said. */
export function prefersYaml(accept: string | undefined): boolean {
  let [yaml, json] = [0, 0];
  for (const range of accept?.split(',') ?? []) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = weightOf(parameters);
    if (YAML.includes(type)) yaml = Math.max(yaml, weight);
    else if (['application/json', 'application/*', '*/*'].includes(type))
      json = Math.max(json, type === 'application/json' ? weight : weight / 1000);
  }
  return yaml > json;
}

function weightOf(parameters: readonly string[]): number {
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return weight >= 0 && weight <= 1 ? weight : 0;
}
