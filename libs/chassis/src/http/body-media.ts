/** The kinds of bodies that the house reads, and the media types that mean them. */
export const BODY_MEDIA = {
  json: ['application/json'],
  yaml: ['application/yaml', 'application/x-yaml', 'text/yaml'],
  ndjson: ['application/x-ndjson'],
} as const;
export type BodyMedia = keyof typeof BODY_MEDIA;
