import { testClaim, testIncrement } from './claim-promises';
import { FLEETING, KEPT, type OpenedReadModel, SIGHTS, THINGS } from './house';
import { testInsert } from './insert-promises';
import { testExpiry, testLife, testReopen } from './life-promises';
import { testPage } from './page-promises';
import { testPlain } from './plain-promises';
import { testTally } from './tally-promises';
import { testWrite } from './write-promises';

export { GenerationsInMemory } from './generations-in-memory';
export type { OpenedReadModel } from './house';

/** What an adapter says it can do; the tests of what it cannot are not made. */
export interface ReadModelFeatures {
  /** Data outlives a close: `reopen` is given. */
  readonly persistent: boolean;
  /** Expiry can be hastened: `sweep` is given. */
  readonly sweeps: boolean;
}

/**
 * Proves every promise of the port `ReadModel` for one adapter: to be called once, at the top of a spec.
 * `open` answers an empty read model for each test.
 */
export function testReadModel(
  name: string,
  open: () => Promise<OpenedReadModel>,
  features: ReadModelFeatures,
): void {
  describe(`ReadModel: ${name}`, () => {
    let current: OpenedReadModel;
    const opened = (): OpenedReadModel => current;

    beforeEach(async () => {
      current = await open();
      await current.store.declare(SIGHTS);
      for (const declared of [THINGS, KEPT, FLEETING]) await current.store.declare(declared);
    });
    afterEach(() => current.discard());

    describe('get and insert', () => testInsert(opened));
    describe('write', () => testWrite(opened));
    describe('page', () => testPage(opened));
    describe('tally', () => testTally(opened));
    describe('claim', () => testClaim(opened));
    describe('increment', () => testIncrement(opened));
    describe('plain documents', () => testPlain(opened));
    describe('life', () => testLife(opened));
    if (features.persistent) describe('reopen', () => testReopen(opened));
    if (features.sweeps) describe('expiry', () => testExpiry(opened));
  });
}
