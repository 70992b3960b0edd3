import { lookup } from 'node:dns/promises';

/** One DNS answer. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Asks for **all** addresses of a name. Rejects as `dns.lookup` does. A class, so that it is the Nest token. */
export abstract class HostResolver {
  abstract resolve(hostname: string): Promise<readonly ResolvedAddress[]>;
}

/** As the machine resolves names (hosts file, search domains, DNS). */
export const systemResolver: HostResolver = {
  resolve: (hostname) => lookup(hostname, { all: true, verbatim: true }),
};
