import { Unavailable } from '@parapet/contracts';
import { CurrentView } from './current-view';
import { OnePointer } from './testing/one-pointer';

const LEASE = 2_000;

describe('CurrentView', () => {
  let now: number;
  let one: OnePointer;
  let view: CurrentView;
  beforeEach(() => {
    now = 1_000_000;
    one = new OnePointer();
    view = new CurrentView(one.records, { leaseMs: LEASE, clock: () => now });
  });
  const after = async (ms: number): Promise<void> => {
    now += ms;
    await view.ask();
  };
  const mayInsert = (): boolean => {
    try {
      view.refuseInserts();
      return true;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  };
  const settled = (): void => {
    one.pointer = { _id: 'current', generation: 'g1', settled: true };
  };

  it('rule 10: what was heard counts for a lease, from before it was asked', async () => {
    settled();
    await view.ask();
    now += LEASE - 1;
    expect(view.recent()).toBe('g1');
    now += 1;
    expect(view.recent()).toBeUndefined();
  });

  it('rule 10: an answer that was long on its way counts from when it was asked for', async () => {
    settled();
    const asked = view.ask();
    now += LEASE;
    await asked;
    expect(view.recent()).toBeUndefined();
  });

  it('knows that one generation takes the place of another: from a mark on, and until the first one is settled', async () => {
    await view.ask();
    expect(view.changing).toBe(true);
    settled();
    await view.ask();
    expect(view.changing).toBe(false);
    one.mark(0);
    await view.ask();
    expect(view.changing).toBe(true);
  });

  it('rule 10: a store that is away is not heard from', async () => {
    settled();
    await view.ask();
    one.away = true;
    await expect(after(LEASE)).rejects.toBeInstanceOf(Unavailable);
    expect(view.recent()).toBeUndefined();
  });

  it('rule 10: a generation that appears where none was takes no inserts for a lease', async () => {
    await view.ask();
    expect(view.recent()).toBe('g1');
    expect(mayInsert()).toBe(false);
    await after(LEASE);
    expect(mayInsert()).toBe(false);
    await after(LEASE);
    expect(mayInsert()).toBe(true);
    expect(one.pointer?.settled).toBe(true);
  });

  it('a settled generation takes inserts at once, from whoever comes', async () => {
    settled();
    await view.ask();
    expect(mayInsert()).toBe(true);
  });

  it('rule 10: another generation in its place begins the lease anew', async () => {
    await view.ask();
    await after(LEASE);
    one.pointer = { _id: 'current', generation: 'g2', settled: false };
    await after(LEASE);
    expect(mayInsert()).toBe(false);
  });

  it('rule 18: as long as the mark beats nothing is inserted', async () => {
    for (let beat = 0; beat < 20; beat += 1) {
      one.mark(beat);
      await after(LEASE);
      expect(mayInsert()).toBe(false);
    }
  });

  it('rule 18: a mark that stands still for two leases is taken away, and only then inserts go on', async () => {
    one.mark(7);
    await view.ask();
    await after(2 * LEASE - 1);
    expect(one.pointer?.adopting).toBeDefined();
    await after(1);
    expect(one.pointer?.adopting).toBeUndefined();
    expect(mayInsert()).toBe(false);
    await after(1);
    expect(mayInsert()).toBe(true);
  });

  it('rule 18: a mark that beats again just before it is taken away stays', async () => {
    one.mark(7);
    await view.ask();
    const asked = after(2 * LEASE);
    one.mark(8);
    await asked;
    expect(one.pointer?.adopting).toEqual({ by: 'x', beat: 8 });
  });
});
