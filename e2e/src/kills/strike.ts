import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../apart/service-process';
import type { TestServer } from '../../../tools/servers/index.mjs';
import { eventually } from '../house/eventually';
import type { Ground } from './ground';
import type { Kill } from './plan';

/** A kill as it happened. */
export interface Struck {
  readonly target: Kill['target'];
  /** Milliseconds since 1970; when it was killed, and when it was there again. */
  readonly at: number;
  readonly backAt: number;
}

/** How long the house may take to be itself again (ms). */
const ITSELF_MS = 120_000;
/** How much of what each process said last is told when it is not. */
const SAID_LENGTH = 6_000;

/** What the kills are told of the rest. */
export interface Meanwhile {
  /** Whether what was raised since then (milliseconds since 1970) is told already. */
  readonly tells: (since: number) => boolean;
  /** Called right before each kill. */
  readonly before: (nth: number) => void;
}

/** Kills as planned, one after the other. Resolves when the last is back. */
export async function strikeAll(
  ground: Ground,
  kills: readonly Kill[],
  { tells, before }: Meanwhile,
): Promise<readonly Struck[]> {
  const struck: Struck[] = [];
  for (const [nth, kill] of kills.entries()) {
    const since = Date.now();
    if (kill.waits) await itself(ground, () => tells(since));
    await pause(kill.afterMs);
    before(nth);
    const at = Date.now();
    await killOne(ground, kill);
    struck.push({ target: kill.target, at, backAt: Date.now() });
  }
  return struck;
}

/** Waits until the house tells. @throws with what every process says of itself when it does not. */
async function itself({ house }: Ground, tells: () => boolean): Promise<void> {
  try {
    await eventually(tells, ITSELF_MS);
  } catch (error) {
    const said = house.processes.map(async (process) => {
      const last = process.output().slice(-SAID_LENGTH);
      return `${process.name} (${await process.readiness()}):\n${last}`;
    });
    throw new Error((await Promise.all(said)).join('\n\n'), { cause: error });
  }
}

async function killOne(ground: Ground, { target, downMs }: Kill): Promise<void> {
  if (target === 'log') return killServer(ground.kafka, downMs);
  if (target === 'database') return killServer(ground.database, downMs);
  return killProcess(ground.house.named(target), downMs);
}

async function killServer(server: TestServer, downMs: number): Promise<void> {
  await server.kill9();
  await pause(downMs);
  await server.start();
}

async function killProcess(process: ServiceProcess, downMs: number): Promise<void> {
  await process.kill9();
  await pause(downMs);
  if (!process.isUp) process.launch();
}
