import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { has, run } from '../command.mjs';

/** From this one on Go fetches the newer toolchain that a module asks for by itself. */
const OLDEST_MINOR = 21;

/** The machine's Go, if it has one that will do. */
export async function goCommand() {
  if (!has('go')) return undefined;
  const [, minor] = /go1\.(\d+)/.exec(await run('go', ['version'])) ?? [];
  return Number(minor) >= OLDEST_MINOR ? { go: 'go', env: {} } : undefined;
}

/** The Go that was unpacked with the packages in `root`. @throws when there is none */
export async function goFromPackages(root) {
  const name = readdirSync(join(root, 'usr/lib')).find((each) => each.startsWith('go-'));
  if (!name) throw new Error('golang-go was not unpacked');
  const home = join(root, 'usr/lib', name);
  return { go: join(home, 'bin/go'), env: { GOROOT: home } };
}
