import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

/** What a machine knows of names besides its name servers. */
export interface MachineNames {
  /** Addresses by name, in lower case. */
  readonly hosts: ReadonlyMap<string, readonly string[]>;
  /** Domains that a name may be short for. */
  readonly search: readonly string[];
  /** A name with fewer dots is looked for in `search` before it is taken as it stands. */
  readonly ndots: number;
}

/** Words of each line, without comments. */
const lines = (text: string): string[][] =>
  text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .trim()
      .split(/\s+/),
  );

function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const [address = '', ...names] of lines(text))
    for (const name of isIP(address) ? names.map((n) => n.toLowerCase()) : [])
      hosts.set(name, [...(hosts.get(name) ?? []), address]);
  return hosts;
}

/** Reads the texts of `/etc/hosts` and `/etc/resolv.conf`; of the latter not the servers, which Node.js knows. */
export function machineNames(hosts: string, resolvConf: string): MachineNames {
  const said = lines(resolvConf);
  const search = said.findLast(([word]) => word === 'search' || word === 'domain')?.slice(1) ?? [];
  const options = said.filter(([word]) => word === 'options').flat();
  const ndots = options.findLast((option) => /^ndots:\d+$/.test(option))?.slice('ndots:'.length);
  return { hosts: parseHosts(hosts), search, ndots: ndots === undefined ? 1 : Number(ndots) };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Those of this machine, as they are now. */
export const ownNames = (): MachineNames =>
  machineNames(contentOf('/etc/hosts'), contentOf('/etc/resolv.conf'));

/** The full names that a name may stand for, in the order in which they are looked for. A dot at its end says that it is full. */
export function fullNames(name: string, { search, ndots }: MachineNames): readonly string[] {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const longer = search.filter((domain) => domain !== '.').map((domain) => `${name}.${domain}`);
  return name.split('.').length - 1 < ndots ? [...longer, name] : [name, ...longer];
}
