import { has, run } from '../servers/command.mjs';

/** From this one on Go fetches the newer toolchain that a module asks for by itself. */
const OLDEST_MINOR = 21;

/** The machine's Go, if it has one that will do. */
export async function goCommand() {
  if (!has('go')) return undefined;
  const [, minor] = /go1\.(\d+)/.exec(await run('go', ['version'])) ?? [];
  return Number(minor) >= OLDEST_MINOR ? { go: 'go', env: {} } : undefined;
}
