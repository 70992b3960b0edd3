import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** This service as it is run, with what is built of it. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Where it listens from its first moment on. */
  readonly url: string;
  /** The folder that it may use; not made yet. */
  readonly dataDir: string;
  /** Everything it said so far. */
  said(): string;
  /** Resolves when it has said this. */
  says(what: string): Promise<void>;
  /** Asks until something answers there. */
  answerAt(path: string): Promise<Response>;
  /** Ends it as an orchestrator does; answers its exit code, or null when a signal ended it. */
  stop(): Promise<number | null>;
  /** Ends it at once and removes its folder. */
  discard(): Promise<void>;
}

/** Starts one with these environment variables and no others. */
export async function startService(env: Record<string, string>): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-process-'));
  const [port, dataDir] = [await freePort(), join(folder, 'data')];
  const given = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, ...env };
  const main = join(__dirname, '../../dist/main.js');
  const child = spawn(process.execPath, [main], { env: given, stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = once(child, 'exit') as Promise<[number | null]>;
  const url = `http://127.0.0.1:${port}`;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (said += piece.toString()));
  return {
    ...{ child, url, dataDir, said: () => said },
    says: async (what) => {
      while (!said.includes(what)) await once(child.stdout, 'data');
    },
    answerAt: async (path) => {
      for (;;) {
        const answer = await fetch(url + path).catch(() => undefined);
        if (answer) return answer;
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    stop: async () => {
      child.kill('SIGTERM');
      return (await gone)[0];
    },
    discard: async () => {
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true });
    },
  };
}
