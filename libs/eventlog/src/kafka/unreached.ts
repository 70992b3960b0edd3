/** Brokers, as kafkajs knows them, that this process could not connect to last time: seconds are lost with each that hangs. */
const unreached = new Set<string>();

export const markUnreached = (broker: string): void => void unreached.add(broker);

export const markReached = (broker: string): void => void unreached.delete(broker);

/** The same, those last that could not be reached. */
export const unreachedLast = (brokers: readonly string[]): string[] =>
  brokers.toSorted((a, b) => Number(unreached.has(a)) - Number(unreached.has(b)));
