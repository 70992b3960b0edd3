import fc from 'fast-check';
import { anything } from '../testing/delivery-model/commands';
import { Told } from '../testing/delivery-model/told';
import { World } from '../testing/delivery-model/world';

const RUNS = Number(process.env['DELIVERY_RUNS'] ?? 25);
const SEED = Number(process.env['DELIVERY_SEED'] ?? 16);

jest.setTimeout(600_000 + RUNS * 5_000);

describe.each([
  ['alone with its documents', false],
  ['beside others', true],
])('%s', (_, sharing) => {
  let world: World;
  beforeAll(async () => {
    world = new World(sharing);
    await world.open();
  });
  afterAll(() => world.close());

  test('rule 16: whatever receiver, webhook, log and senders do, one delivery is sent as one naive model allows, and the API says so', () =>
    fc.assert(
      fc.asyncProperty(fc.commands(anything, { maxCommands: 30, size: 'max' }), async (steps) => {
        const begun = await Told.begin(world);
        try {
          await fc.asyncModelRun(() => begun, steps);
        } finally {
          await begun.real.end();
        }
      }),
      { seed: SEED, numRuns: RUNS },
    ));
});
