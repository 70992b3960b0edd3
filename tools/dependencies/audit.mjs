import { spawnSync } from 'node:child_process';

/** What is fixed before anything else; less is told and left to the next update. */
const URGENT = new Set(['high', 'critical']);

/** npm's report, also when it found something (npm fails then); null when the registry could not be asked. */
function report() {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], {
    encoding: 'utf8',
    maxBuffer: 64e6,
    timeout: 60_000,
  });
  try {
    const said = JSON.parse(stdout);
    return said.vulnerabilities ? said : null;
  } catch {
    return null;
  }
}

/**
 * Asks the registry for known vulnerabilities of what is shipped; answers the urgent ones, a sentence each. That a registry has no
 * advisories, or cannot be reached, is said and is no fault of the house.
 */
export function audit() {
  const found = report();
  if (found === null) {
    console.log('npm audit: not asked, the registry in use answers no advisories');
    return [];
  }
  const known = Object.values(found.vulnerabilities);
  for (const { name, range, severity } of known) console.log(`${severity}: ${name} ${range}`);
  return known
    .filter(({ severity }) => URGENT.has(severity))
    .map(({ name, range }) => `${name} ${range} must not be shipped: npm audit says what mends it`);
}
