import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../tools/servers/index.mjs';
import { runProgram } from '../program.mjs';

/** A Redis that keeps every write in its append-only file. `fsync`: `always` or `everysec`. */
export async function openRedis(folder, fsync) {
  const port = await freePort();
  const settings = { port, dir: folder, appendonly: 'yes', appendfsync: fsync, save: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return runProgram('redis-server', args, { port });
}

/** A PostgreSQL as it comes: every commit is on disk. It refuses to run as root. */
export async function openPostgres(folder) {
  const [bin] = globSync('/usr/lib/postgresql/*/bin');
  if (!bin) throw new Error('there is no postgres in /usr/lib/postgresql');
  const port = await freePort();
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres']));
  const as = process.getuid() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
  const data = join(folder, 'postgres');
  await mkdir(data);
  if (as.uid !== undefined) for (const path of [folder, data]) await chown(path, as.uid, as.gid);
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'parapet', '-A', 'trust'], as);
  const args = ['-D', data, '-p', String(port), '-k', data, '-h', '127.0.0.1'];
  return runProgram(join(bin, 'postgres'), args, { port, ...as });
}
