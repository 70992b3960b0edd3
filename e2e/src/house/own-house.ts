import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { addressOf, type Child, type Environment, startChild } from './child';
import { Client } from './client';
import { eventually } from './eventually';
import { ADMIN_TOKEN, SUITE_SETTINGS } from './suite-settings';

/** A house that the tests talk to over HTTP. `baseUrl` changes when it is started again. */
export interface House {
  readonly baseUrl: string;
  readonly adminToken: string;
  readonly admin: Client;
}

/** A house of our own: a child process over a data directory of its own. */
export interface OwnHouse extends House {
  readonly dataDir: string;
  /** What it said since it was last started. */
  output(): string;
  /** SIGTERM; resolves with the exit code when it is gone. */
  stop(): Promise<number | NodeJS.Signals>;
  /** Sends it a signal that it goes on after. */
  signal(name: NodeJS.Signals): void;
  /** SIGKILL, whatever it is doing. */
  kill9(): Promise<void>;
  /** Resolves when it is gone, however it ended. */
  gone(): Promise<number | NodeJS.Signals>;
  /** Starts it again over the same data. */
  start(options?: StartOptions): Promise<void>;
  /** Runs `rebuild` over its data; the house must be stopped. Resolves with the exit code and what it said. */
  rebuild(options?: StartOptions): Promise<{ code: number | NodeJS.Signals; output: string }>;
  /** Kills it and removes its data. @throws when it had ended by itself */
  close(): Promise<void>;
}

export interface StartOptions {
  /** `undefined` leaves a setting out that is usually given. */
  readonly env?: Environment;
  readonly nodeArguments?: readonly string[];
}

/** Starts a house over a new data directory, with other settings than the usual if wanted. Whoever starts it closes it. */
export async function startHouse(options: StartOptions = {}): Promise<OwnHouse> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parapet-e2e-'));
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    ...SUITE_SETTINGS,
    ...options.env,
  };
  let child: Child;
  let baseUrl = '';

  const start = async (again: StartOptions = {}): Promise<void> => {
    child = startChild(
      'apps/standalone/dist/main.js',
      { ...settings, ...again.env },
      again.nodeArguments,
    );
    baseUrl = await addressOf(child);
    await ready(child, baseUrl);
  };
  const end = (signal: NodeJS.Signals): Promise<number | NodeJS.Signals> => {
    child.process.kill(signal);
    return child.gone;
  };

  const house: OwnHouse = {
    get baseUrl() {
      return baseUrl;
    },
    adminToken: ADMIN_TOKEN,
    get admin() {
      return new Client(house, ADMIN_TOKEN);
    },
    dataDir,
    output: () => child.output(),
    stop: () => end('SIGTERM'),
    signal: (name) => void child.process.kill(name),
    kill9: async () => void (await end('SIGKILL')),
    gone: () => child.gone,
    start,
    rebuild: async ({ env, nodeArguments } = {}) => {
      const rebuilding = startChild(
        'apps/cli/dist/main.js',
        { ...settings, ...env },
        nodeArguments,
        ['rebuild'],
      );
      return { code: await rebuilding.gone, output: rebuilding.output() };
    },
    close: async () => {
      const { exitCode } = child.process;
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
      // A house that a test stopped ended with 0: any other code is a fault of its own.
      if (exitCode) throw new Error(`the house ended by itself (${exitCode}):\n${house.output()}`);
    },
  };
  try {
    await start({ nodeArguments: options.nodeArguments ?? [] });
  } catch (error) {
    await end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  }
  return house;
}

/** Waits for /readyz. @throws when the process ends before that. */
async function ready(child: Child, baseUrl: string): Promise<void> {
  let ended: number | NodeJS.Signals | undefined;
  void child.gone.then((how) => (ended = how));
  const answered = async (): Promise<boolean> =>
    ended !== undefined || (await request(`${baseUrl}/readyz`)).statusCode === 200;
  await eventually(answered);
  if (ended !== undefined) throw new Error(`the house ended (${ended}) before it was ready`);
}
