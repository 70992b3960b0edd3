import { execFileSync } from 'node:child_process';
import { Advice } from '../servers/advice.mjs';
import { provide } from '../servers/packages.mjs';

const OLDEST = 'Python 3.11';
/** The first one found may be an old one that somebody put before the system's. */
const CANDIDATES = ['python3', '/usr/bin/python3'];

/** Debian's Python is split: without its part for environments neither of these modules is whole. */
const ASK = `
import ensurepip, platform, sys, venv
assert sys.version_info >= (3, 11)
print(platform.python_version())
`;

/**
 * A Python among the candidates that can make an environment of its own; as root, apt brings one where there is none.
 * @param who needs it, for the advice
 * @returns its command and version
 * @throws Advice where none can be had
 */
export async function findPython(who, candidates = CANDIDATES) {
  const isThere = () => candidates.some(versionOf);
  await provide(
    { [OLDEST]: 'python3-venv' },
    { isThere, who, otherwise: 'or run them where apt can (as root)' },
  );
  for (const command of candidates) {
    const version = versionOf(command);
    if (version) return { command, version };
  }
  throw new Advice(
    `${who} need ${OLDEST} or newer with venv: the one of this machine's packages is older.`,
  );
}

/** Its version if it will do. */
function versionOf(command) {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync(command, ['-c', ASK], options).trim();
  } catch {
    return undefined;
  }
}
