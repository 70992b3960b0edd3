import { join } from 'node:path';
import contracts from '../../libs/contracts/dist/index.js';
import { temporaryFolder } from '../kit/house.mjs';
import { POLICIES, recordedObservations } from './observations.mjs';

const { envelope, isoTime, toAppend } = contracts;
const AT_ONCE = 1_000;

function policyCreated({ id, name, type, scope, selector, rules, enabled }, n) {
  const origin = { id: `made-${n}`, time: isoTime(Date.now()), actor: 'bench', cause: null };
  const document = { name, type, scope, ...(selector && { selector }), rules, enabled };
  const data = { version: 1, policy_id: id, document };
  return toAppend(id, { ...envelope('PolicyCreated', origin), data });
}

/** Appends the policies, and so many observations that nobody has judged. */
export async function fillLog(log, observations) {
  await log.append('policies', POLICIES.map(policyCreated));
  let group = [];
  for (const event of recordedObservations(observations)) {
    group.push(event);
    if (group.length < AT_ONCE) continue;
    await log.append('observations', group);
    group = [];
  }
  await log.append('observations', group);
}

/**
 * A folder with the files of a house in which so many observations wait for detection.
 * @returns `path`, `copy()` (another folder like it), `remove()`
 */
export async function filledFolder(observations) {
  const { openEmbeddedEventLog } = (await import('../../libs/eventlog/dist/index.js')).default;
  const folder = await temporaryFolder();
  const path = join(folder.path, 'log.sqlite');
  const log = await openEmbeddedEventLog({ path, expires: false });
  await fillLog(log, observations);
  await log.close();
  return { ...folder, copy: () => temporaryFolder(folder.path) };
}
