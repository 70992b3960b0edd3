/** Licences under which a package may come; anything else is looked at by a person first. */
const ALLOWED = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'CC-BY-4.0',
    'ISC',
    'MIT',
  ],
  ...['PSF-2.0', 'Python-2.0', 'Unlicense', 'Apache-2.0 AND MIT', '(MIT OR CC0-1.0)'],
  'MIT AND ISC AND BSD-3-Clause',
]);

/** Licences under which tools may come besides: they build and test, and nothing of them is handed on. */
const ALLOWED_IN_TOOLS = new Set(['MPL-2.0', '(MIT AND Zlib)']);

/** Packages whose manifest names its licence in the old way, which the lock file does not take over. All are MIT. */
const UNSTATED = new Set(['buildcheck', 'cpu-features', 'ssh2']);

const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

function faultsOf(path, entry, allowScripts) {
  const name = nameOf(path);
  const faults = [];
  const fault = (text) => faults.push(`${name} ${entry.version ?? ''}: ${text}`);
  if (entry.deprecated)
    fault(`is deprecated (${entry.deprecated}): replace it, or whoever brings it`);
  if (!entry.integrity?.startsWith('sha512-'))
    fault('has no SHA-512 in the lock file: lock it anew');
  if (entry.resolved && !entry.resolved.startsWith('https:'))
    fault('does not come from a registry: publish it, or do without');
  const licence = entry.license ?? (UNSTATED.has(name) ? 'MIT' : 'none');
  const isAllowed = ALLOWED.has(licence) || (entry.dev && ALLOWED_IN_TOOLS.has(licence));
  if (!isAllowed) fault(`its licence is ${licence}: allow it here, or do without`);
  if (entry.hasInstallScript && allowScripts[name] !== false)
    fault('runs a script when it is installed: say so under allowScripts in package.json');
  return faults;
}

/**
 * What is wrong with a lock file, a sentence each.
 * @param packages its `packages`
 * @param manifest the root's package.json
 */
export function lockFaults(packages, { allowScripts = {} }) {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .flatMap(([path, entry]) => faultsOf(path, entry, allowScripts));
}
