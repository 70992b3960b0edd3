import { networkInterfaces } from 'node:os';

/** The addresses of a machine, by interface, as Node tells them. */
type Interfaces = ReturnType<typeof networkInterfaces>;

/**
 * The address to listen on for the setting HOST. All IPv4 addresses are none where the machine has IPv6 addresses only, as a pod of
 * such a cluster has: then it is all addresses.
 */
export function listeningAddress(
  host: string,
  interfaces: Interfaces = networkInterfaces(),
): string {
  if (host !== '0.0.0.0') return host;
  const reached = Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:'));
  const isOf = (family: string): boolean => reached.some((one) => one.family === family);
  return isOf('IPv6') && !isOf('IPv4') ? '::' : host;
}
