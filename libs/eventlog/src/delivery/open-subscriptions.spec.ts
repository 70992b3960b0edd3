import { Unavailable } from '@parapet/contracts';
import { OpenSubscriptions } from './open-subscriptions';

const begun = () => ({ close: jest.fn(async () => undefined) });

describe('OpenSubscriptions', () => {
  it('closes what is open, and leaves alone what was closed before', async () => {
    const open = new OpenSubscriptions();
    const [earlier, later] = [begun(), begun()];
    await open.add(earlier).close();
    open.add(later);
    await open.close();
    expect([earlier.close.mock.calls.length, later.close.mock.calls.length]).toEqual([1, 1]);
  });

  it('says from the first moment of closing that nothing may begin any more', async () => {
    const open = new OpenSubscriptions();
    const gate = Promise.withResolvers<void>();
    open.add({ close: () => gate.promise });
    open.check();
    const closed = open.close();
    expect(() => open.check()).toThrow(Unavailable);
    expect(open.signal.aborted).toBe(true);
    gate.resolve();
    await closed;
  });
});
