import { setTimeout as wait } from 'node:timers/promises';
import { opened } from './opened.mjs';

/** Longer than a lease of the house and than any pause between tries of the others. */
const QUIET_MS = 40_000;
/** Without a webhook for so long no more of a repeated thing is expected. */
const REPEATS_QUIET_MS = 10_000;

/** Things that are each seen several times. @returns `webhooks`: how many were sent */
export const repeats = (side, { things, times }) =>
  opened(side, async ({ tell, receiver }) => {
    await tell({ from: 0, count: things * times, distinct: things });
    await receiver.ask(['reach', Infinity, REPEATS_QUIET_MS]);
    return { webhooks: (await receiver.ask(['tell'])).webhooks };
  });

/**
 * What of the acknowledged did not arrive, once nothing arrives any more.
 * @returns `acknowledged`, `kept` (the sender says that it will still send them), `lost` (for good), all in events
 */
async function lossesOf({ running, receiver }, acknowledged) {
  await receiver.ask(['reach', acknowledged.length, QUIET_MS]);
  const arrived = new Set((await receiver.ask(['tell'])).arrivals.map(([n]) => n));
  const missing = acknowledged.filter(([n]) => !arrived.has(n)).length;
  const kept = Math.min(missing, await running.process.kept());
  return { acknowledged: acknowledged.length, kept, lost: missing - kept };
}

/** A receiver that refuses connections for a while in the middle of events at a steady rate. @returns see `lossesOf` */
export const outage = (side, { rate, awayMs, aroundMs }) =>
  opened(side, async (open) => {
    const count = (rate * (awayMs + 2 * aroundMs)) / 1000;
    const told = open.tell({ from: 0, count, rate });
    await wait(aroundMs);
    await open.receiver.ask(['away']);
    await wait(awayMs);
    await open.receiver.ask(['back']);
    return lossesOf(open, (await told).acknowledged);
  });

/** Events as fast as they are taken; killed when half of them have arrived, and started again. @returns see `lossesOf` */
export const killed = (side, { events }) =>
  opened(side, async (open) => {
    const told = open.tell({ from: 0, count: events });
    await open.receiver.ask(['reach', events / 2, QUIET_MS]);
    await open.running.process.stop('SIGKILL');
    const { acknowledged } = await told;
    await open.again();
    return lossesOf(open, acknowledged);
  });
