// Outlives the process that started it by a moment: when its stdin ends, it clears away what that process left.
import { createInterface } from 'node:readline';
import { sweep } from './remains.mjs';

const known = new Map();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const { id, remains } = JSON.parse(line);
  if (remains) known.set(id, remains);
  else known.delete(id);
}
for (const remains of known.values()) await sweep(remains).catch(() => undefined);
