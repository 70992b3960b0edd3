import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { failureText } from '../../failure-code';
import { listenHere } from './listen-here';

/** Where a checkout has what `npm start` runs. */
const MAIN = resolve(__dirname, '../../../../standalone/dist/main.js');

/** Ends the house in order when whoever started it is gone, be it killed: nobody else knows of it. */
const NO_LONGER_THAN_US = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) process.stdin.on('close', () => process.kill(process.pid, 'SIGTERM')).resume();
`)}`;

/** A house that the demo has started for itself. */
export interface OwnHouse {
  readonly url: string;
  readonly token: string;
  readonly dataDir: string;
  /** Resolves when it has ended, by whomever. */
  readonly gone: Promise<void>;
  /** Ends it in order, and clears away what nobody asked to keep. */
  close(): Promise<void>;
}

/**
 * Starts the house in a process of its own, over embedded storage, on a free port of this machine.
 * @param keepIn folder for its data; without one it has a temporary folder that is removed again
 * @throws Error with what it said when it does not become ready
 */
export async function startOwnHouse(keepIn?: string): Promise<OwnHouse> {
  if (!existsSync(MAIN))
    throw new Error('There is no house here to be started: name one with --url and --token.');
  const dataDir = resolve(keepIn ?? (await mkdtemp(join(tmpdir(), 'parapet-demo-'))));
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', NO_LONGER_THAN_US, MAIN], {
    env: { PATH: process.env['PATH'], ...settingsOf(port, dataDir) },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C is for the demo, which ends the house when it needs it no longer.
    detached: true,
  });
  const gone = new Promise<void>((done) => child.once('close', () => done()));
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await gone;
    if (keepIn === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(child, gone);
    const token = await tokenIn(dataDir);
    return { url: `http://127.0.0.1:${port}`, token, dataDir, gone, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The token that the first start of a house has left. @throws Error with a sentence where that was given another */
async function tokenIn(dataDir: string): Promise<string> {
  try {
    return (await readFile(join(dataDir, 'admin-token'), 'utf8')).trim();
  } catch (error) {
    const why = failureText(error);
    throw new Error(
      `The house in ${dataDir} has left no admin-token there (${why}), as where ADMIN_TOKEN was set: start it yourself, and name it with --url and PARAPET_TOKEN.`,
      { cause: error },
    );
  }
}

/** A port of this machine that nobody listens on. Chosen before the house starts, for its links begin with it. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listenHere(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Webhooks may reach this machine: the demo listens there. */
const settingsOf = (port: number, dataDir: string): Readonly<Record<string, string>> => ({
  ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
  ...{ PUBLIC_URL: `http://127.0.0.1:${port}` },
  ...{ WEBHOOK_ALLOW_HTTP: 'on', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
});

/** @throws Error with what the house said when it ends before it is ready */
async function ready(child: ChildProcess, gone: Promise<void>): Promise<void> {
  let said = '';
  const serves = new Promise<void>((done) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        // After it is ready nobody asks what it says: it is only read away.
        if (said.length < 10_000) said += text;
        if (said.includes('Parapet is ready at')) done();
      });
  });
  const ended = gone.then(() => {
    throw new Error(`The house did not start:\n${said.trim()}`);
  });
  await Promise.race([serves, ended]);
}
