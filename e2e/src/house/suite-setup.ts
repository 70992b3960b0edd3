import buildFirst from '../../../tools/jest-global-setup.cjs';
import { type OwnHouse, startHouse } from './own-house';

/** What the whole run shares; the teardown ends it. */
export const shared: OwnHouse[] = [];

/** What Jest says of a run. */
interface Run {
  readonly maxWorkers: number;
  readonly testPathPatterns: { readonly patterns: readonly string[] };
}

/**
 * Jest's global setup for all tests without servers: a house for each worker, at which `openHouse` finds it, so that not each file
 * of the black-box suite starts one. Where only some files are asked for, each has a house of its own.
 */
export default async function setup({ maxWorkers, testPathPatterns }: Run): Promise<void> {
  buildFirst();
  if (testPathPatterns.patterns.length > 0) return;
  const starting = Array.from({ length: maxWorkers }, async () => shared.push(await startHouse()));
  await Promise.all(starting);
  process.env['E2E_HOUSES'] = shared.map(({ baseUrl }) => baseUrl).join(',');
}
