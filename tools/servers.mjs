// Kafka and MongoDB for work at hand: `node tools/servers.mjs up|down|status|env`. They stay until `down`.
// `try` starts them, which installs what is missing, and ends them again.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Advice } from './servers/advice.mjs';
import { cacheFolder, withLock } from './servers/cache.mjs';
import { openServers } from './servers/index.mjs';
import { isAlive } from './servers/processes.mjs';
import { clear } from './servers/remains.mjs';

/** One a checkout, and not in node_modules: `npm ci` would forget what runs. */
const checkout = createHash('sha256')
  .update(import.meta.url)
  .digest('hex')
  .slice(0, 12);
const file = join(cacheFolder(), `up-${checkout}.json`);
const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
const exports = (env) =>
  Object.entries(env)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join('\n');
const runs = ({ servers }) => servers.every(({ processes }) => processes.every(isAlive));

const verbs = {
  async up() {
    const before = read();
    if (before && !runs(before)) await verbs.down();
    const { env, servers } = read() ?? (await openServers({ guarded: false }));
    if (!existsSync(file))
      writeFileSync(file, JSON.stringify({ env, servers: servers.map((s) => s.remains()) }));
    console.log(exports(env));
  },
  async down() {
    for (const remains of read()?.servers ?? []) await clear(remains);
    rmSync(file, { force: true });
  },
  status() {
    const state = read();
    console.log(
      !state ? 'no servers' : `${runs(state) ? 'up' : 'down by themselves'}\n${exports(state.env)}`,
    );
    if (!state || !runs(state)) process.exitCode = 3;
  },
  async try() {
    await (await openServers()).close();
  },
  env() {
    const state = read();
    if (!state) throw new Advice('No servers are up: `npm run servers:up` starts them.');
    console.log(exports(state.env));
  },
};

const verb = verbs[process.argv[2]];
try {
  if (!verb) throw new Advice('node tools/servers.mjs up | down | status | env | try');
  await withLock(`up-${checkout}`, verb);
} catch (error) {
  console.error(error instanceof Advice ? error.message : error);
  process.exitCode = 1;
}
