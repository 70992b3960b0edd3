import { preferredType } from '@parapet/chassis';

const YAML = ['application/yaml', 'application/x-yaml', 'text/yaml'] as const;

/** Whether a `Content-Type` says JSON. */
export const saysJson = (contentType: string | undefined): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';

/** Whether an `Accept` header prefers YAML over JSON; JSON wins a tie, and where nothing is said. */
export const prefersYaml = (accept: string | undefined): boolean =>
  preferredType(accept, ['application/json', ...YAML]) !== 'application/json';
