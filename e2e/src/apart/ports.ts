import { freePort } from '../../../tools/servers/index.mjs';

/** Ports of this machine to which processes can come back, all different. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
