#!/usr/bin/env node
// Runs the built command line. In a checkout it builds first, and takes the Node that the project brings along when this one is too old.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = 24;
const here = realpathSync(fileURLToPath(import.meta.url));
const root = join(dirname(here), '../../..');
const [major] = process.versions.node.split('.');

function projectsNode() {
  const { platform, arch } = process;
  const file = platform === 'win32' ? 'node.exe' : 'node';
  return [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
    .map((name) => join(root, 'node_modules', name, 'bin', file))
    .find(existsSync);
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Whoever tells this process to end means the one that does the work: it hears of it, and this one ends as that one did. */
async function endAs(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const name of signals) process.on(name, () => child.kill(name));
  const [code, signal] = await once(child, 'exit');
  for (const name of signals) process.removeAllListeners(name);
  if (signal) process.kill(process.pid, signal);
  // The first process of a container is not ended by its own signal.
  process.exit(code ?? 128 + constants.signals[signal]);
}

if (Number(major) < NEEDED) {
  const node = projectsNode();
  if (!node) fail(`Parapet needs Node ${NEEDED}; this is ${process.versions.node}. Run: npm ci`);
  await endAs(spawn(node, [here, ...process.argv.slice(2)], { stdio: 'inherit' }));
}

const build = join(root, 'tools/build.mjs');
const main = join(root, 'apps/cli/dist/main.js');
// A key that completes a word does not wait for a build.
const isHurried = process.argv.includes('--get-yargs-completions') && existsSync(main);
if (!isHurried && existsSync(build) && existsSync(join(root, 'apps/cli/src'))) {
  const built = spawnSync(process.execPath, [build], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) fail(`It cannot be built:\n${built.stderr}`);
}
createRequire(import.meta.url)('../dist/main.js');
