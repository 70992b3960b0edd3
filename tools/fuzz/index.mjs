import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithUs } from '../servers/guard.mjs';
import { CLI, installSchemathesis } from './install.mjs';

const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Lets Schemathesis loose on a house. See index.d.mts. */
export async function fuzz({ baseUrl, userToken, agentToken, examples, seed }) {
  const { python, version } = await installSchemathesis();
  const folder = await mkdtemp(join(tmpdir(), 'parapet-fuzz-'));
  const asked = [`--max-examples=${examples}`, `--seed=${seed}`, `${baseUrl}/v1/openapi.json`];
  const env = {
    PYTHONPATH: beside('.'),
    PYTHONDONTWRITEBYTECODE: '1',
    HYPOTHESIS_STORAGE_DIRECTORY: join(folder, 'hypothesis'),
    FUZZ_USER_TOKEN: userToken,
    FUZZ_AGENT_TOKEN: agentToken,
  };
  const words = ['-m', ...CLI, `--config-file=${beside('schemathesis.toml')}`, 'run', ...asked];
  try {
    const { code, output } = await say(python, words, { cwd: folder, env });
    return { found: code !== 0, output: `${version}\n${output}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs a command to its end, however it ends; it does not outlive this process. */
function say(command, args, { cwd, env }) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, stdio, env: { ...process.env, ...env } });
    const forget = child.pid === undefined ? () => undefined : endWithUs(child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => {
      forget();
      resolve({ code, output });
    });
  });
}
