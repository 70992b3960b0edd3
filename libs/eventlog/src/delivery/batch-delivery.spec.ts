import { type EventToAppend, type RawRecord, Unavailable } from '@parapet/contracts';
import fc from 'fast-check';
import { type BatchHandler, done, type Outcome, park, retry, skip } from '../event-log';
import { idsOf, sampleEvent } from '../testing';
import { BatchDelivery } from './batch-delivery';
import type { DeliveryHouse } from './delivery-options';

const record = (n: number, topic = 'policies'): RawRecord => ({
  ...sampleEvent('a', n),
  position: { topic, partition: 0, offset: n },
});
const records = (count: number) => Array.from({ length: count }, (_, n) => record(n));

interface Setup {
  readonly parkFails?: number;
  readonly stop?: AbortController;
}

function deliverTo(
  handler: BatchHandler,
  { parkFails = 0, stop = new AbortController() }: Setup = {},
) {
  const parked: EventToAppend[] = [];
  const counts: Record<string, number> = {};
  const said: string[] = [];
  let fails = parkFails;
  const house: DeliveryHouse = {
    delays: { firstMs: 0, maxMs: 0 },
    logger: { warn: (_, m) => said.push(m), error: (_, m) => said.push(m) },
    observer: { count: (what, _, n) => (counts[what] = (counts[what] ?? 0) + n) },
    park: async (event) => {
      if (fails-- > 0) throw new Unavailable('the log is away');
      parked.push(event);
    },
    now: () => 0,
  };
  const info = { topic: 'policies', group: 'g', partition: 0, signal: stop.signal } as const;
  return { delivery: new BatchDelivery(handler, info, house), parked, counts, said };
}

describe('BatchDelivery', () => {
  it('counts what happened to each record, up to the first that is to come again', async () => {
    const outcomes = [done, skip('old'), park('odd'), done, retry(7), done];
    const { delivery, counts, parked } = deliverTo(async () => outcomes);
    expect(await delivery.deliver(records(6))).toEqual({ handled: 4, retryAfterMs: 7 });
    expect(counts).toEqual({ handled: 2, skipped: 1, parked: 1, retried: 1 });
    expect(parked).toHaveLength(1);
  });

  it('never calls the handler with nothing', async () => {
    const handler = jest.fn(async () => undefined);
    const { delivery } = deliverTo(handler);
    expect(await delivery.deliver([])).toEqual({ handled: 0, retryAfterMs: null });
    expect(handler).not.toHaveBeenCalled();
  });

  it('parks again until the log takes it: no record is lost', async () => {
    const { delivery, parked } = deliverTo(async (r) => r.map((): Outcome => park('odd')), {
      parkFails: 5,
    });
    expect(await delivery.deliver(records(1))).toEqual({ handled: 1, retryAfterMs: null });
    expect(parked).toHaveLength(1);
  });

  it('the same record parked twice has the same id, another record another', async () => {
    const { delivery, parked } = deliverTo(async (r) => r.map((): Outcome => park('odd')));
    await delivery.deliver([record(1)]);
    await delivery.deliver([record(1)]);
    await delivery.deliver([record(2)]);
    const ids = parked.map((event) => event.meta.id);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
  });

  it('says once that it waits, however long that takes', async () => {
    let calls = 0;
    const { delivery, said, counts } = deliverTo(async () => {
      if (++calls < 20) throw new Unavailable('away');
    });
    await delivery.deliver(records(2));
    expect(said).toHaveLength(1);
    expect(counts).toEqual({ paused: 1, handled: 2 });
  });

  describe('when what a batch asks of something takes longer than that is waited for', () => {
    let now = 0;
    beforeEach(() => void jest.spyOn(performance, 'now').mockImplementation(() => now));
    afterEach(() => jest.restoreAllMocks());

    /** Delivers as the loop of a partition does. */
    async function deliverAll(handler: BatchHandler, count: number): Promise<readonly number[]> {
      const sizes: number[] = [];
      const { delivery } = deliverTo(async (batch, info) => {
        sizes.push(batch.length);
        return handler(batch, info);
      });
      for (let next = 0; next < count;)
        next += (await delivery.deliver(records(count).slice(next, next + 100))).handled;
      return sizes;
    }

    it('hands over fewer at once, every one in order, and then more again', async () => {
      const handled: string[] = [];
      const sizes = await deliverAll(async (batch) => {
        now += 20 * batch.length;
        if (batch.length > 60 && handled.length < 200) throw new Unavailable('no answer in time');
        handled.push(...idsOf(batch));
      }, 1_000);
      expect(handled).toEqual(idsOf(records(1_000)));
      expect(sizes.slice(0, 3)).toEqual([100, 50, 55]);
      expect(sizes.at(-2)).toBe(100);
    });

    it('hands over as many as before to what refuses at once, however often', async () => {
      let calls = 0;
      const sizes = await deliverAll(async () => {
        if (++calls < 10) throw new Unavailable('away');
      }, 200);
      expect(new Set(sizes)).toEqual(new Set([100]));
    });
  });

  it('waiting for something unavailable while a batch is taken apart parks nothing of it', async () => {
    let calls = 0;
    const { delivery, parked } = deliverTo(async (batch) => {
      calls += 1;
      if (calls > 5 && calls < 15) throw new Unavailable('away');
      if (batch.some((r) => r.position.offset === 2)) throw new Error('poison');
    });
    expect(await delivery.deliver(records(4))).toEqual({ handled: 4, retryAfterMs: null });
    expect(parked.map((p) => JSON.parse(p.json).meta.id)).toEqual(['a-2']);
  });

  it('keeps the order when a record asks to come again while its batch is taken apart', async () => {
    const handled: string[] = [];
    const { delivery } = deliverTo(async (batch) => {
      if (batch.length > 2) throw new Error('too many at once');
      handled.push(...idsOf(batch));
      return batch.map((r) => (r.position.offset === 1 ? retry(7) : done));
    });
    expect(await delivery.deliver(records(8))).toEqual({ handled: 1, retryAfterMs: 7 });
    expect(handled).toEqual(['a-0', 'a-1']);
  });

  it('stops with what is settled when the consumer is closed', async () => {
    const stop = new AbortController();
    const { delivery } = deliverTo(
      async (batch) => {
        if (!batch.some((r) => r.position.offset === 3)) return;
        if (batch.length === 1) stop.abort();
        throw batch.length === 1 ? new Unavailable('away') : new Error('bug');
      },
      { stop },
    );
    expect(await delivery.deliver(records(4))).toEqual({ handled: 3, retryAfterMs: null });
  });

  it('parks exactly the poison and hands every other record over, in order, whatever the mix', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }), async (poison) => {
        const handled: string[] = [];
        const { delivery, parked } = deliverTo(async (batch) => {
          if (batch.some((r) => poison[r.position.offset])) throw new Error('poison');
          handled.push(...idsOf(batch));
        });
        const all = records(poison.length);
        expect(await delivery.deliver(all)).toEqual({ handled: all.length, retryAfterMs: null });
        const isPoison = (r: RawRecord) => poison[r.position.offset];
        expect(handled).toEqual(idsOf(all.filter((r) => !isPoison(r))));
        const parkedIds = parked.map((p) => JSON.parse(p.json).meta.id);
        expect(parkedIds).toEqual(idsOf(all.filter(isPoison)));
      }),
      { seed: 20260103, numRuns: 60 },
    ));
});
