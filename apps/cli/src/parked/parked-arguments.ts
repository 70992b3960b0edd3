/** Which records are listed. */
export const OF = {
  topic: { type: 'string', describe: 'only records of this topic' },
  group: { type: 'string', describe: 'only what this consumer parked' },
} as const;

/** Which records something is done with. */
export const IDS = {
  ids: { type: 'string', array: true, describe: 'the beginning of each is enough' },
} as const;
export const CHOICE = {
  all: { type: 'boolean', describe: 'everything that is open' },
  ...OF,
} as const;
