import { inspect } from 'node:util';
import { type Arena, openArena } from '../chaos/arena';
import { CI_ROUNDS } from '../chaos/plan';
import { playRound } from '../chaos/round';
import { openReceiver, type Receiver } from '../house/receiver';

const ROUNDS = Number(process.env['CHAOS_ROUNDS'] ?? CI_ROUNDS.rounds);
const FIRST = Number(process.env['CHAOS_SEED'] ?? CI_ROUNDS.first);
const BROKERS = Number(process.env['CHAOS_BROKERS'] ?? 1);

let arena: Arena;
let receiver: Receiver;
beforeAll(async () => {
  arena = await openArena(BROKERS);
  // One in ten requests is refused: it must be sent again under the same id.
  let requests = 0;
  receiver = await openReceiver(() => ({ status: ++requests % 10 === 0 ? 500 : 200 }));
});
afterAll(() => arena?.close());

describe('rule 22: whoever is killed, paused or cut off, everything is right within 30 s', () => {
  const seeds = Array.from({ length: ROUNDS }, (_, i) => FIRST + i);
  test.each(seeds)('seed %i', async (seed) => {
    const { plan, healedMs, cuts, acknowledged } = await playRound(arena, receiver, seed).catch(
      (error: unknown) => {
        // Jest tells of it after the last round only.
        process.stderr.write(`${inspect(error)}\n`);
        throw error;
      },
    );
    const lines = [
      `seed ${seed}: right again after ${healedMs} ms, ${cuts} connections cut`,
      ...plan,
    ];
    process.stderr.write(`${lines.join('\n    ')}\n`);
    expect(acknowledged).toBeGreaterThan(0);
  });
});
