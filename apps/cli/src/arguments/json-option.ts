/** Of every command that answers what a machine may want to read. */
export const JSON_OPTION = {
  json: { type: 'boolean', describe: 'answers JSON, for machines' },
} as const;
