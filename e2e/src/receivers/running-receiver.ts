import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildGo } from '../../../tools/go/build.mjs';
import { findPython } from '../../../tools/python/find.mjs';
import { endWithUs } from '../../../tools/servers/index.mjs';

const RECEIVERS = join(__dirname, '../../../docs/receivers');

/** The languages of the guide's receivers. */
export const LANGUAGES = ['TypeScript', 'Python', 'Go'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a receiver prints of a delivery that it takes. */
interface Note {
  readonly key: string;
  readonly event: string;
  readonly issue: string;
}

/** A receiver of the guide, as a process of its own. */
export interface RunningReceiver {
  readonly url: string;
  /** What it took so far. */
  notes(): readonly Note[];
  close(): Promise<void>;
}

/** How a receiver is started: a command with its arguments, and what to clear away afterwards. */
interface Program {
  readonly words: readonly [string, ...string[]];
  readonly clear: () => Promise<void>;
}

const nothing = (): Promise<void> => Promise.resolve();
const PROGRAMS: Readonly<Record<Language, () => Promise<Program>>> = {
  TypeScript: () =>
    Promise.resolve({ words: [process.execPath, join(RECEIVERS, 'receiver.mts')], clear: nothing }),
  Python: async () => {
    const { command } = await findPython('The tests of receivers');
    return { words: [command, '-B', join(RECEIVERS, 'receiver.py')], clear: nothing };
  },
  Go: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parapet-receiver-'));
    const program = join(folder, 'receiver');
    await buildGo(join(RECEIVERS, 'receiver.go'), program);
    return { words: [program], clear: () => rm(folder, { recursive: true, force: true }) };
  },
};

/** A receiver made ready to be started, as often as wanted. */
export interface Receivers {
  /** Starts one that listens on the port. @throws Error with what it said when it ends instead */
  start(port: number, secrets: readonly string[]): Promise<RunningReceiver>;
  clear(): Promise<void>;
}

/** The guide's receiver in a language; the one in Go is built first. */
export async function receiversIn(language: Language): Promise<Receivers> {
  const { words, clear } = await PROGRAMS[language]();
  return { start: (port, secrets) => start(words, port, secrets), clear };
}

async function start(
  [command, ...args]: Program['words'],
  port: number,
  secrets: readonly string[],
): Promise<RunningReceiver> {
  const { PATH } = process.env;
  const env = { PATH, PORT: String(port), WEBHOOK_SECRETS: secrets.join(' ') };
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const forget = child.pid === undefined ? () => undefined : endWithUs(child.pid);
  const gone = once(child, 'close').finally(forget);
  const url = `http://127.0.0.1:${port}`;
  let said = '';
  const listening = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes(`listening on ${url}`)) resolve();
      });
  });
  const ended = gone.then(() => {
    throw new Error(`the receiver ended: ${said}`);
  });
  await Promise.race([listening, ended]);
  return {
    url,
    notes: () => linesOf(said).map((line) => JSON.parse(line) as Note),
    close: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** The whole lines that are notes. */
const linesOf = (said: string): readonly string[] =>
  said
    .split('\n')
    .slice(0, -1)
    .filter((line) => line.startsWith('{'));
