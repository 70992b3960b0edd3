import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The Go that was unpacked with the packages in `root`. @throws when there is none */
export async function goFromPackages(root) {
  const name = readdirSync(join(root, 'usr/lib')).find((each) => each.startsWith('go-'));
  if (!name) throw new Error('golang-go was not unpacked');
  const home = join(root, 'usr/lib', name);
  return { go: join(home, 'bin/go'), env: { GOROOT: home } };
}
