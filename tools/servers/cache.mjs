import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Advice } from './advice.mjs';

/** PostgreSQL refuses to run as root: there it runs as this user, `nobody`. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Where installed servers are kept, shared by all checkouts of this user. Root's home is usually closed to others, and
 * the database runs as another user then: it lies in /var/tmp instead.
 * @throws Advice when the folder belongs to somebody else
 */
export function cacheFolder() {
  const usual = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'parapet');
  const isRoot = process.getuid?.() === 0;
  const folder = isRoot && !isOpenToAll(usual) ? '/var/tmp/parapet-0' : usual;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { uid, mode } = lstatSync(folder);
  if (isRoot && (uid !== 0 || mode & 0o022))
    throw new Advice(`${folder} can be written by others: remove it and run this again.`);
  return folder;
}

/** Whether every existing folder of the path lets others through. */
function isOpenToAll(path) {
  const parent = dirname(path);
  if (parent !== path && !isOpenToAll(parent)) return false;
  const found = statSync(path, { throwIfNoEntry: false });
  return !found || (found.mode & 0o001) !== 0;
}

/**
 * Runs one installation at a time on this machine. The lock is a socket, so that it is freed however its holder ends.
 * Where there are no abstract sockets (not Linux) two may install at once; renaming a finished folder keeps that harmless.
 */
export async function withLock(name, work) {
  if (process.platform !== 'linux') return work();
  const address = `\0parapet-${process.getuid?.() ?? 0}-${name}`;
  for (;;) {
    const lock = await listen(address);
    if (lock) return Promise.resolve(work()).finally(() => lock.close());
    await closed(address);
  }
}

function listen(path) {
  return new Promise((resolve, reject) => {
    const server = createServer((waiting) => void waiting.on('error', () => undefined).resume());
    const held = new Set();
    server.on('connection', (waiting) => void held.add(waiting));
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve() : reject(error)));
    server.listen({ path }, () =>
      resolve({
        close: () => {
          server.close();
          for (const waiting of held) waiting.destroy();
        },
      }),
    );
  });
}

/** Resolves when the holder of the lock lets go. */
function closed(path) {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.on('error', resolve).on('close', resolve).resume();
  });
}

/** What was installed there completely: the content of its stamp, else undefined. */
export function installed(folder) {
  try {
    const stamp = JSON.parse(readFileSync(join(folder, 'installed.json'), 'utf8'));
    return stamp.folder === folder ? stamp : undefined;
  } catch {
    return undefined;
  }
}

/** Declares the folder complete and records the versions in it. The last step of an installation. */
export async function stamp(folder, versions) {
  const record = { folder, ...versions, at: new Date().toISOString() };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'installed.tmp'), `${JSON.stringify(record, null, 2)}\n`);
  await rename(join(folder, 'installed.tmp'), join(folder, 'installed.json'));
  return record;
}
