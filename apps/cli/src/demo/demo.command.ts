import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { endedByHand } from '../ended-by-hand';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { Misuse } from '../surroundings';
import type { Wish } from './play';

/** A day in 16 s. */
const SPEED = 5400;

/** @throws Misuse when it is none, or too small */
function numberOf(name: string, value: number, least: number): number {
  if (Number.isFinite(value) && value >= least) return value;
  throw new Misuse(`--${name} must be a number, and at least ${least}.`);
}

interface Where {
  readonly url: string | undefined;
  readonly data: string | undefined;
  readonly keep: boolean;
}

/** @throws Misuse */
function refuseMixture({ url, data, keep }: Where): void {
  if (url !== undefined && (keep || data !== undefined))
    throw new Misuse('--keep and --data are for a house of its own: leave --url out.');
  // It would be the folder that this is called in.
  if (data === '') throw new Misuse('--data is a folder, such as ./data.');
}

/** Plays a day of a small fleet to a house, and shows what the house finds in it. */
export const demoCommand = command({
  call: 'demo',
  meaning: 'plays a day of a small fleet, and shows what the house finds in it',
  options: {
    url: {
      ...{ type: 'string' },
      describe: 'a house that runs; without it the demo starts one for itself',
    },
    token: HOUSE_OPTIONS.token,
    seed: { type: 'number', default: 1, describe: 'another number is another day' },
    speed: { type: 'number', default: SPEED, describe: 'how many times as fast as the day was' },
    data: { type: 'string', describe: 'a folder in which the data of its own house stays' },
    keep: { type: 'boolean', describe: 'leaves its own house running, until Ctrl-C' },
    quiet: { type: 'boolean', describe: 'says only what was found' },
    ...JSON_OPTION,
  },
  run: async (args, around) => {
    const { url, data, keep = false } = args;
    const ending = endedByHand(process);
    const wish: Wish = {
      ...{ seed: numberOf('seed', args.seed, 0), speed: numberOf('speed', args.speed, 1) },
      ...{ quiet: args.quiet ?? false, json: args.json ?? false, signal: ending.signal },
    };
    refuseMixture({ url, data, keep });
    const { playIn, playInOwnHouse } = await import('#demo/play');
    try {
      if (url !== undefined) return await playIn(houseOf(args, around), wish, around);
      return await playInOwnHouse({ data, keep }, wish, around);
    } catch (error) {
      throw ending.signal.aborted ? new Error('It was ended by hand.', { cause: error }) : error;
    } finally {
      ending.forget();
    }
  },
});
