/** Of a command about one thing that a list of the house shows. */
export const ID = { id: { type: 'string', demandOption: true, describe: 'as listed' } } as const;

/** Of a command about one or more of them. */
export const IDS = {
  ids: { type: 'string', array: true, demandOption: true, describe: 'as listed' },
} as const;
