import { setTimeout as pause } from 'node:timers/promises';
import { type Load, planLoad, sendRest } from '../fleet/load';
import { seeded } from '../fleet/seeded';
import { issuesAreExact, observationsAreExact, webhooksAreExact } from '../fleet/truth';
import { newAgent } from '../house/actors';
import { allOver } from '../house/all-over';
import { eventually } from '../house/eventually';
import { inTurn } from '../house/in-turn';
import type { Received, Receiver } from '../house/receiver';
import type { Webhook } from '../house/shapes';
import type { Arena } from './arena';
import { caughtUp } from './caught-up';
import { LOAD_MS, planRound, inWords } from './plan';
import { strikeAll } from './strike';

/** How long the house may take to be itself again after the last blow (ms). */
const HEALED_MS = 30_000;
const OBSERVATIONS = 420;

/** What came of a round. */
export interface Outcome {
  readonly seed: number;
  readonly plan: readonly string[];
  /** From the end of the last blow until everything was right (ms). */
  readonly healedMs: number;
  /** Connections that proxies cut. */
  readonly cuts: number;
  readonly acknowledged: number;
}

/**
 * One round: load, blows as the seed says, and then everything must be right within 30 s.
 * @throws what was not, with the seed and the plan
 */
export async function playRound(arena: Arena, receiver: Receiver, seed: number): Promise<Outcome> {
  const targets = {
    processes: arena.house.processes.map((process) => process.name),
    ways: [...arena.ways.keys()],
    brokers: arena.kafka.length,
  };
  const steps = planRound(seed, targets);
  const plan = steps.map(inWords);
  try {
    await eventually(() => arena.house.ready().then(() => true), HEALED_MS);
    await eventually(() => takesCommands(arena, receiver), HEALED_MS);
    const hooks = await Promise.all(
      ['a', 'b'].map((name) => hookAt(arena, receiver, `/${seed}/${name}`)),
    );
    const load = await planLoad({
      admin: arena.house.admin,
      observations: OBSERVATIONS,
      zone: `round-${seed}.example.com`,
      at: inTurn(arena.entrances),
    });
    const random = seeded(seed);
    const striking = strikeAll(arena, steps).then(() => performance.now());
    await allOver([striking, underLoad(load, random)]);
    const struck = await striking;
    const cuts = [...arena.ways.values()].reduce((sum, way) => sum + way.calm(), 0);
    await everythingIsRight(arena, load, random, hooks);
    const healedMs = Math.round(performance.now() - struck);
    await Promise.all(hooks.map(({ id }) => arena.house.admin.delete(`/v1/webhooks/${id}`)));
    const acknowledged = load.sent.filter((item) => item.acknowledged).length;
    return { seed, plan, healedMs, cuts, acknowledged };
  } catch (error) {
    const said = arena.house.processes.map((p) => `--- ${p.name}\n${p.output().slice(-1_500)}`);
    throw new Error(
      `chaos, seed ${seed} (again: npm run chaos -- --seed ${seed}):\n${plan.join('\n')}\n${said.join('\n')}`,
      { cause: error },
    );
  }
}

interface Hook {
  readonly id: string;
  readonly received: () => readonly Received[];
}

/**
 * Whether commands are answered 201 again: for up to 10 s after a kill, until the session of the dead consumer ends, they are done and
 * answered 503, because nobody can say yet what came of them. @throws while they are not
 */
async function takesCommands({ house }: Pick<Arena, 'house'>, receiver: Receiver): Promise<true> {
  await newAgent(house.admin);
  const { id } = await hookAt({ house }, receiver, '/before');
  expect((await house.admin.delete(`/v1/webhooks/${id}`)).status).toBe(204);
  return true;
}

async function hookAt(
  { house }: Pick<Arena, 'house'>,
  receiver: Receiver,
  path: string,
): Promise<Hook> {
  const made = await house.admin.post<Webhook>('/v1/webhooks', { url: receiver.url + path });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return { id: made.body.id, received: () => receiver.at(path) };
}

/** Sends the load evenly over the round; goes on when the house is away. */
async function underLoad(load: Load, random: () => number): Promise<void> {
  const began = performance.now();
  const pace = (place: number): Promise<unknown> =>
    pause(Math.max(0, began + (place / load.sent.length) * LOAD_MS - performance.now()));
  while (performance.now() < began + LOAD_MS) {
    if (await sendRest(load, random, pace)) return;
    await pause(50);
  }
}

/** Everything that must hold after the blows, all of it within 30 s of each other. */
async function everythingIsRight(
  arena: Arena,
  load: Load,
  random: () => number,
  hooks: readonly Hook[],
): Promise<void> {
  const { admin } = arena.house;
  await eventually(() => sendRest(load, random), HEALED_MS);
  await arena.house.ready(HEALED_MS);
  // What nobody acknowledged may still come out of the log: so both are asked again until they agree.
  const issues = await eventually(async () => {
    const there = await observationsAreExact(admin, load);
    return issuesAreExact(admin, load, there, 0);
  }, HEALED_MS);
  for (const hook of hooks) await webhooksAreExact(admin, hook.id, issues, hook.received);
  await eventually(() => caughtUp(arena.log), HEALED_MS);
}
