import { execFileSync, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What processes that tests start have compiled, for those that are started after them. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
const command = [...flags, 'node_modules/jest/bin/jest.js'];

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

let running;

/** Runs Jest and resolves with its exit code. `env` is added to ours. */
export function runJest(args, env) {
  return new Promise((resolve) => {
    // In a group of its own, so that a signal reaches its workers too: they do not end with it.
    const options = {
      ...{ cwd: root, stdio: 'inherit', detached: true },
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    };
    running = spawn(process.execPath, [...command, ...args], options);
    running.on('close', (code) => {
      running = undefined;
      resolve(code ?? 1);
    });
  });
}

/** Passes signals on to the Jest that runs, and to its workers. `heard` gets the exit code that a signal stands for. */
export function endJestOnSignals(heard = () => undefined) {
  for (const [signal, code] of Object.entries(SIGNALS)) {
    process.once(signal, () => {
      heard(code);
      endJest(signal);
    });
  }
}

function endJest(signal) {
  if (!running) return;
  try {
    process.kill(-running.pid, signal);
  } catch {
    // It has ended in between.
  }
}

/** The test files Jest would run. */
export function listTests(args) {
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] };
  const said = execFileSync(process.execPath, [...command, '--listTests', ...args], options);
  return said.split('\n').filter((line) => line.endsWith('.spec.ts'));
}
