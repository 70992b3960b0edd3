import type { INestApplicationContext } from '@nestjs/common';
import type { Clock } from '@parapet/chassis';
import { isoTime } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import { DeliveriesInFlight } from '../delivery/deliveries-in-flight';
import { SendDeliveries } from '../delivery/send-deliveries';

/** A process that sends, and the documents that it claims from. */
export interface Sending {
  readonly app: INestApplicationContext;
  readonly store: ReadModel;
  readonly clock: Clock;
}

/** A sender that does not know yet that the webhook is enabled claims nothing: it is woken again. */
const WAKE_MS = 20;

/**
 * Wakes the sender until it has claimed what is due by now of this webhook, which must be enabled, or may not claim any.
 * @param over ends the waking too: what the sender did by itself before it was woken may have disabled the webhook
 */
export async function senderLooks(
  { app, store, clock }: Sending,
  webhookId: string,
  over?: Promise<unknown>,
): Promise<void> {
  const now = isoTime(clock.now());
  const inFlight = app.get(DeliveriesInFlight);
  const [claim, take] = [store.claim.bind(store), inFlight.take.bind(inFlight)];
  const claims = jest.spyOn(store, 'claim');
  const places = jest.spyOn(inFlight, 'take');
  const looked = new Promise<void>((resolve) => {
    claims.mockImplementation(async (collection, query) => {
      const claimed = await claim(collection, query);
      if (query.now >= now) resolve();
      return claimed;
    });
    places.mockImplementation((id) => {
      const taken = take(id);
      if (taken === 0) resolve();
      return taken;
    });
  });
  const wake = (): void => app.get(SendDeliveries).hasDue(webhookId);
  wake();
  const waking = setInterval(wake, WAKE_MS);
  await (over ? Promise.race([looked, over]) : looked);
  clearInterval(waking);
  claims.mockRestore();
  places.mockRestore();
}
