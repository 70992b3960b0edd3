import { execFileSync, spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { endWithUs, freePort } from '../../tools/servers/index.mjs';

const PATIENCE_MS = 15_000;

const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true) || socket.destroy());
    socket.once('error', () => resolve(false));
  });

async function run(command, args, { port, ...options }) {
  const child = spawn(command, args, { stdio: 'ignore', ...options });
  const failed = new Promise((_, reject) => child.once('error', reject));
  const forget = endWithUs(child.pid);
  const until = Date.now() + PATIENCE_MS;
  while (!(await Promise.race([answers(port), failed]))) {
    if (Date.now() > until) throw new Error(`${command} does not answer`);
    await new Promise((later) => setTimeout(later, 100));
  }
  const stop = async () => {
    const gone = new Promise((closed) => child.once('close', closed));
    child.kill('SIGINT');
    await gone;
    forget();
  };
  return { port, pid: child.pid, stop };
}

/** A Redis that keeps every write in its append-only file. `fsync`: `always` or `everysec`. */
export async function openRedis(folder, fsync) {
  const port = await freePort();
  const settings = { port, dir: folder, appendonly: 'yes', appendfsync: fsync, save: '' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return run('redis-server', args, { port });
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
  return run(join(bin, 'postgres'), args, { port, ...as });
}
