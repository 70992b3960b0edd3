import type { INestApplicationContext } from '@nestjs/common';
import type { Clock } from '@parapet/chassis';
import { DeliveriesInFlight } from '../delivery/deliveries-in-flight';
import { DeliveryLeases } from '../delivery/delivery-leases';
import { SendDeliveries } from '../delivery/send-deliveries';

/** A process that sends. */
export interface Sending {
  readonly app: INestApplicationContext;
  readonly clock: Clock;
}

/** A sender that does not know yet that the webhook is enabled claims nothing: it is woken again. */
const WAKE_MS = 20;

/**
 * Wakes the sender until it has claimed what is due by now of this webhook, which must be enabled, or may not claim any.
 * @param over ends the waking too: what the sender did by itself before it was woken may have disabled the webhook
 */
export async function senderLooks(
  { app, clock }: Sending,
  webhookId: string,
  over?: Promise<unknown>,
): Promise<void> {
  const now = clock.now();
  const inFlight = app.get(DeliveriesInFlight);
  const leases = app.get(DeliveryLeases);
  const [claim, take] = [leases.claim.bind(leases), inFlight.take.bind(inFlight)];
  const claims = jest.spyOn(leases, 'claim');
  const places = jest.spyOn(inFlight, 'take');
  const looked = new Promise<void>((resolve) => {
    claims.mockImplementation(async (...asked) => {
      const at = clock.now();
      const claimed = await claim(...asked);
      if (at >= now) resolve();
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
