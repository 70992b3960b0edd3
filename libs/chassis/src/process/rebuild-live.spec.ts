import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  evolveToken,
  type Recorded,
  toAppend,
  type Token,
  type TokenEvent,
  Unavailable,
} from '@parapet/contracts';
import { EventLog, EventLogServer, openEmbeddedEventLog, Projection } from '@parapet/eventlog';
import { collection, type Generations, PROJECTION_PROGRESS, ReadModel } from '@parapet/readmodel';
import { GenerationsInMemory } from '@parapet/readmodel/testing';
import { foldInto, type Projected } from '../projection/fold-into';
import { newToken } from '../testing/facts';
import { testSettings } from '../testing/test-settings';
import { makeBeside } from './rebuild-live';
import type { Pace } from './takeover';

const TOKENS = collection<Projected<Token>>({
  name: 'tokens',
  indexes: [{ equal: [], sort: 'id' }],
});

/** What the projection meets. */
interface Way {
  readonly log: EventLog;
  /** Comes before each batch. */
  step: (records: readonly Recorded<TokenEvent>[]) => Promise<void>;
}
let way: Way;

@Controller()
class TokenProjection {
  constructor(
    private readonly store: ReadModel,
    log: EventLog,
  ) {
    way = { log, step: async () => undefined };
    begun(way);
  }

  @Projection('tokens', 'spec.tokens')
  async project(@Payload() records: readonly Recorded<TokenEvent>[]): Promise<void> {
    await way.step(records);
    await this.store.declare(TOKENS);
    await foldInto(this.store, TOKENS, records, { evolve: evolveToken });
  }
}
@Module({ controllers: [TokenProjection] })
class TokenModule {}

const settings = testSettings();
const { fact } = newToken(['admin'], 0);
/** Hears how it begins. */
let begun: (way: Way) => void;
let store: GenerationsInMemory;
beforeEach(async () => {
  begun = () => undefined;
  known = undefined;
  store = await GenerationsInMemory.open();
  mkdirSync(settings.dataDir, { recursive: true });
  const log = await openEmbeddedEventLog({ path: join(settings.dataDir, 'log.sqlite') });
  await log.append('tokens', [toAppend(fact.data.token_id, fact)]);
  await log.close();
});
afterEach(async () => {
  await store.close();
  rmSync(settings.dataDir, { recursive: true });
});

const SILENT = { log: () => undefined, warn: () => undefined, error: () => undefined };
const of = { module: TokenModule, settings, report: () => undefined, logger: SILENT };
const PACE = { nearMs: 60_000, farMs: 60_000, rounds: 2, stillMs: 60_000, tries: 2, restMs: 1 };
/** Ids of the tokens that are known to what took over. */
let known: readonly string[] | undefined;
const adopt: Generations['adopt'] = async (shadow, catchUp) => {
  await catchUp();
  known = (await shadow.page(TOKENS, { equal: {}, sort: 'id', limit: 9 })).map(({ id }) => id);
};
const never: Generations['adopt'] = () => Promise.reject(new Error('nothing was to be adopted'));
/** Makes them again, another way than usual. */
const make = (otherwise: Partial<Generations> = {}, pace: Partial<Pace> = {}): Promise<void> =>
  makeBeside(store, { ...store.generations, adopt, ...otherwise }, of, { ...PACE, ...pace });

test('rule 18: a rebuild beside the house folds nothing more once its documents take over', async () => {
  const happened: string[] = [];
  const close = jest.spyOn(EventLogServer.prototype, 'close').mockImplementation(async function (
    this: EventLogServer,
  ) {
    close.mockRestore();
    await this.close();
    happened.push('the consumers are closed');
  });
  await make({
    adopt: async (shadow, catchUp) => {
      await adopt(shadow, catchUp);
      happened.push('the documents take over');
    },
  });
  expect(happened).toEqual(['the consumers are closed', 'the documents take over']);
  expect(known).toEqual([fact.data.token_id]);
  expect(store.discarded).toEqual([]);
});

test('rule 18: where the log grows as fast as it is read nothing is stopped for it, and what was made is dropped', async () => {
  await expect(make({ adopt: never }, { nearMs: 0, farMs: 0 })).rejects.toThrow(
    /^The log grows as fast as it is read/,
  );
  expect(store.discarded).toHaveLength(1);
});

test('rule 18: what comes no nearer than a few seconds is near enough', async () => {
  await make({}, { nearMs: 0 });
  expect(known).toEqual([fact.data.token_id]);
});

test('rule 18: inserts are not stopped for longer than a short time, and the change is tried again', async () => {
  const { fact: late } = newToken(['admin'], 1);
  const refusals: string[] = [];
  /** What is appended in the last moment is not folded before the time is over. */
  const tooLate: Generations['adopt'] = async (shadow, catchUp) => {
    if (refusals.length > 0) return adopt(shadow, catchUp);
    let goOn = (): void => undefined;
    way.step = () => new Promise((resolve) => (goOn = resolve));
    await way.log.append('tokens', [toAppend(late.data.token_id, late)]);
    await catchUp().catch((error: unknown) => refusals.push(String(error)));
    way.step = async () => undefined;
    goOn();
    throw new Unavailable('unmarked');
  };
  await make({ adopt: tooLate }, { stillMs: 1 });
  expect(refusals).toEqual([expect.stringContaining('not at the end of the log within')]);
  expect(known).toHaveLength(2);
});

test('rule 18: what does not come to the end in that time, however often, changes nothing', async () => {
  let times = 0;
  const adopt: Generations['adopt'] = async () => {
    times += 1;
    throw new Unavailable('away');
  };
  await expect(make({ adopt })).rejects.toThrow(
    /^The new documents could not take over, .* \(away\), and nothing was changed/,
  );
  expect([times, store.discarded.length]).toEqual([2, 1]);
});

test('rule 3: a rebuild lives through an outage of the documents', async () => {
  let refused = 0;
  let isAway = false;
  begun = (begins) =>
    (begins.step = async () => {
      isAway = refused === 0;
      setTimeout(() => (isAway = false), 300);
    });
  const shadow: Generations['shadow'] = async () => {
    const opened = await store.generations.shadow();
    const get = opened.get.bind(opened);
    opened.get = (c, id) => {
      if (!isAway) return get(c, id);
      refused += 1;
      return Promise.reject(new Unavailable('away'));
    };
    return opened;
  };
  await make({ shadow });
  expect(refused).toBeGreaterThan(0);
  expect(known).toEqual([fact.data.token_id]);
});

test('rule 18: documents that lack what could not be handled do not take the place of any', async () => {
  begun = (begins) => (begins.step = () => Promise.reject(new RangeError('a bug')));
  await expect(make({ adopt: never })).rejects.toThrow(
    /^Records could not be handled \(1 by spec.tokens\), and nothing was changed/,
  );
  expect(store.discarded).toHaveLength(1);
});

test('rule 18: documents of another log are not dropped for those of this one', async () => {
  await store.declare(PROJECTION_PROGRESS);
  await store.insert(PROJECTION_PROGRESS, [{ id: 'spec.tokens/tokens/0', next: 99 }]);
  await expect(make({ adopt: never })).rejects.toThrow(
    /^The documents in use know more than this log \(spec.tokens\)/,
  );
  expect(store.discarded).toHaveLength(1);
});
