import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { endWithUs } from '../../../tools/servers/index.mjs';

const ROOT = resolve(__dirname, '../../..');

export type Environment = Readonly<Record<string, string | undefined>>;

/** A process of the house. `output` is everything it said so far. Its input ends when somebody ends it. */
export interface Child {
  readonly process: ChildProcess;
  output(): string;
  /** Resolves when the process is gone, with its exit code or the signal that ended it. */
  readonly gone: Promise<number | NodeJS.Signals>;
}

/** Starts a built script, named from the root of the project, in a process of its own. It does not outlive this one. */
export function startChild(
  script: string,
  env: Environment,
  nodeArguments: readonly string[] = [],
  scriptArguments: readonly string[] = [],
): Child {
  const all = [...nodeArguments, join(ROOT, script), ...scriptArguments];
  const child = spawn(process.execPath, all, {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const forget = child.pid === undefined ? () => undefined : endWithUs(child.pid);
  // Whoever is killed reads no further.
  child.stdin.on('error', () => undefined);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const gone = new Promise<number | NodeJS.Signals>((done) => {
    child.once('close', (code, signal) => {
      forget();
      done(signal ?? code ?? -1);
    });
  });
  return { process: child, output: () => said, gone };
}

/** The address in the line `Parapet is ready at http://…`. @throws when the process ends before it says so. */
export async function addressOf(child: Child): Promise<string> {
  const ready = new Promise<string>((found) => {
    const look = (): void => {
      const said = /Parapet is ready at (http:\/\/[^\s"]+)/.exec(child.output());
      if (said?.[1]) found(said[1].replace(/\/$/, ''));
    };
    child.process.stdout?.on('data', look);
    look();
  });
  const ended = child.gone.then((how) => {
    throw new Error(`the house ended (${how}) before it was ready:\n${child.output()}`);
  });
  return Promise.race([ready, ended]);
}
