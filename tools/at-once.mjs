// Runs scripts of the package at once, for a machine of several cores: `node tools/at-once.mjs lint types`. What each has
// said is shown when it has ended; fails when one of them does.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const seconds = (since) => `${Math.round((performance.now() - since) / 1000)} s`;

async function run(script) {
  const began = performance.now();
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (part) => said.push(part));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  console.log(`${script}: ${code === 0 ? 'passed' : 'failed'} after ${seconds(began)}`);
  return code === 0;
}

const passed = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = passed.every(Boolean) ? 0 : 1;
