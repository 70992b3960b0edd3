import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fullNames, type MachineNames, ownNames } from './machine-names';

/** One DNS answer. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** A name that leads nowhere: unknown, or its name servers do not answer. */
export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
  readonly code = 'NAME_NOT_RESOLVED';

  constructor(hostname: string, reason: string) {
    super(`${hostname} does not resolve (${reason})`);
  }
}

/** Asks for **all** addresses of a name. Rejects with `NameNotResolved`. A class, so that it is the Nest token. */
export abstract class HostResolver {
  abstract resolve(hostname: string): Promise<readonly ResolvedAddress[]>;
}

/** Whom a resolver asks, in place of what the machine says. */
export interface NameSources {
  /** Name servers, as `address:port`. */
  readonly servers?: readonly string[];
  readonly names?: MachineNames;
}

/**
 * Four tries, each twice as long as the one before: 4.5 s for a name server that keeps silent, which is less than there is to connect.
 * Of one that was quick before c-ares waits 250 ms the first time: two tries would be over before a busy machine had sent the answer.
 */
const PATIENCE = { timeout: 300, tries: 4 } as const;
const LOOPBACK = ['127.0.0.1', '::1'];
/** Another name may be meant then. After anything else none is tried: the right one may be there, and only not be heard. */
const NOT_THERE: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA', 'ESERVFAIL']);

/** Addresses of one full name, of both families; else why there are none. */
type Found = { readonly addresses: readonly string[] } | { readonly why: string };

const codeOf = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : 'no answer';

/** Some name servers say nothing where they are asked for IPv6: who knows an IPv4 address waits no longer for the others. */
const LATE_MS = 1_000;

/** What one question is answered with; nothing, where that comes late after the answer to the other. */
async function unlessLate(answer: Promise<string[]>, after: Promise<unknown>): Promise<string[]> {
  const late = new AbortController();
  const none = after.then(() => wait(LATE_MS, [], { signal: late.signal }));
  try {
    return await Promise.race([answer, none.catch(() => answer)]);
  } finally {
    late.abort();
  }
}

type Answer = PromiseSettledResult<string[]>;

/** What both families are answered with. */
function ofBoth(dns: Resolver, name: string): Promise<Answer[]> {
  const v4 = dns.resolve4(name);
  return Promise.allSettled([v4, unlessLate(dns.resolve6(name), v4)]);
}

/** c-ares says so of all that waits at a name server when that answers one question with what cannot be read. */
const isUnreadable = (answer: Answer): boolean =>
  answer.status === 'rejected' && codeOf(Object(answer.reason)) === 'EBADRESP';

/** A resolver that asks the same name servers, and nobody else's questions: whose names are broken breaks only his own. */
function alone(dns: Resolver): Resolver {
  const own = new Resolver(PATIENCE);
  own.setServers(dns.getServers());
  return own;
}

async function ask(dns: Resolver, name: string): Promise<Found> {
  const first = await ofBoth(dns, name);
  const answers = first.some(isUnreadable) ? await ofBoth(alone(dns), name) : first;
  const addresses = answers.flatMap((a) => (a.status === 'fulfilled' ? a.value : []));
  if (addresses.length > 0) return { addresses };
  const codes = answers.flatMap((a) => (a.status === 'rejected' ? [codeOf(Object(a.reason))] : []));
  return { why: codes.find((code) => !NOT_THERE.has(code)) ?? codes[0] ?? 'ENODATA' };
}

async function search(dns: Resolver, hostname: string, names: MachineNames): Promise<Found> {
  let last: Found = { why: 'ENOTFOUND' };
  for (const name of fullNames(hostname, names)) {
    last = await ask(dns, name);
    if ('addresses' in last || !NOT_THERE.has(last.why)) return last;
  }
  return last;
}

/**
 * Resolves as the machine does: `localhost`, its hosts file, then DNS with its search domains. Not by `dns.lookup`, which
 * holds one of the four threads of the process for as long as a name server keeps silent: four webhooks with such names
 * would stop all others.
 */
export function hostResolver({ servers, names = ownNames() }: NameSources = {}): HostResolver {
  const dns = new Resolver(PATIENCE);
  if (servers) dns.setServers([...servers]);
  const addressesOf = async (hostname: string): Promise<Found> => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    if (/(^|\.)localhost$/.test(name)) return { addresses: LOOPBACK };
    const addresses = names.hosts.get(name);
    return addresses ? { addresses } : search(dns, hostname.toLowerCase(), names);
  };
  return {
    resolve: async (hostname) => {
      const found = await addressesOf(hostname);
      if ('why' in found) throw new NameNotResolved(hostname, found.why);
      return found.addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
    },
  };
}
