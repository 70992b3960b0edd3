import { join } from 'node:path';
import { type Load, planLoad, sendRest } from '../fleet/load';
import { seeded } from '../fleet/seeded';
import { issuesAreExact, observationsAreExact, webhooksAreExact } from '../fleet/truth';
import { eventually, PATIENCE_MS } from '../house/eventually';
import { openOwnHouse, type OwnHouse } from '../house/house';
import { openReceiver } from '../house/receiver';
import type { Webhook } from '../house/shapes';

/** One house that dies at each of these points, one life after the other, and then lives. */
export interface Round {
  /** `<point>:<n>` of each life; see `preload.cjs`. */
  readonly lives: readonly string[];
  readonly seed: number;
  readonly observations: number;
}

const preload = ['--require', join(__dirname, 'preload.cjs')];

/** Lets the house die under load as the round says, sends again what was not acknowledged, and checks what must be true. */
export async function play(round: Round): Promise<void> {
  const random = seeded(round.seed);
  const receiver = await openReceiver();
  // A lease that a dead process held must end within the test.
  const house = await openOwnHouse({ env: { WEBHOOK_SCHEDULE: '0s,1s,1s,1s,1s,1s' } });
  const hook = await house.admin.post<Webhook>('/v1/webhooks', { url: receiver.url });
  expect(hook.status).toBe(201);
  const { admin } = house;
  const zone = 'crash.example.com';
  const load = await planLoad({ admin, observations: round.observations, zone });
  await house.stop();

  for (const life of round.lives) await oneLife(house, load, life, random);
  await house.start();
  await eventually(() => sendRest(load, random));

  const there = await observationsAreExact(house.admin, load);
  const issues = await issuesAreExact(house.admin, load, there);
  await webhooksAreExact(house.admin, hook.body.id, issues, () => receiver.received);
  await house.close();
  await receiver.close();
}

/** Starts the house to die at a point, gives it work, and waits for its end. */
async function oneLife(
  house: OwnHouse,
  load: Load,
  point: string,
  random: () => number,
): Promise<void> {
  const ready = await start(house, point);
  if (ready) await sendRest(load, random);
  // A house that has not died by then never came to its point.
  const late = { is: false };
  const timer = setTimeout(() => {
    late.is = true;
    void house.kill9();
  }, PATIENCE_MS);
  const ended = await house.gone();
  clearTimeout(timer);
  expect([point, ended, late.is]).toEqual([point, 'SIGKILL', false]);
}

/** Answers false when it died before it was ready, as it may. */
async function start(house: OwnHouse, point: string): Promise<boolean> {
  try {
    await house.start({ env: { CRASH_AT: point }, nodeArguments: preload });
    return true;
  } catch (error) {
    if (String(error).includes('SIGKILL')) return false;
    throw error;
  }
}
