import { DELIVERY_STATUSES } from '@parapet/contracts';
import { command } from '../arguments/command';
import { IDS } from '../arguments/id-words';
import { JSON_OPTION } from '../arguments/json-option';
import { eachOf } from '../each-of';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { answerNewest, NEWEST_OPTIONS } from '../house/newest-of';
import { deliveryList, type DeliveryShown } from './delivery-text';
import { pathOf } from './path-of';

const WORDS = { id: { type: 'string', demandOption: true, describe: 'of the webhook' } } as const;
const ASKED = { ...JSON_OPTION, ...HOUSE_OPTIONS };

/** Lists deliveries of a webhook, newest first. */
export const listDeliveries = command({
  ...{ call: 'deliveries <id>', meaning: 'what it was sent, newest first', words: WORDS },
  options: {
    status: { type: 'string', choices: DELIVERY_STATUSES, describe: 'only those' },
    ...{ ...NEWEST_OPTIONS, ...ASKED },
  },
  run: async ({ id, status, since, until, limit, json, ...at }, around) => {
    const asked = { path: `${pathOf(id)}/deliveries`, filters: { status, since, until }, limit };
    const shown = { json, lines: deliveryList };
    await answerNewest<DeliveryShown>(houseOf(at, around), asked, shown, around.terminal);
  },
});

/** Has single deliveries be delivered again. */
export const redeliver = command({
  ...{ call: 'redeliver <ids..>', meaning: 'sends these deliveries again, each under its id' },
  ...{ words: IDS, options: ASKED },
  run: ({ ids, json, ...at }, around) => {
    const house = houseOf(at, around);
    const request = { method: 'POST', has: 'id' } as const;
    const act = (id: string): Promise<unknown> =>
      house.read<DeliveryShown>(`/v1/deliveries/${encodeURIComponent(id)}/redeliver`, request);
    return eachOf({ ids, act, done: 'due', json }, around.terminal);
  },
});

/** Has all be delivered again that was given up. */
export const redeliverFailed = command({
  ...{ call: 'redeliver-failed <id>', words: WORDS },
  meaning: 'sends again what was given up, oldest first',
  options: {
    since: {
      ...{ type: 'string', demandOption: true },
      describe: 'only what was made after it, like 2026-01-31T12:00:00Z',
    },
    until: NEWEST_OPTIONS.until,
    ...ASKED,
  },
  run: async ({ id, since, until, json, ...at }, { terminal, env }) => {
    const house = houseOf(at, { env });
    const request = { method: 'POST', json: { since, until }, counts: 'count' } as const;
    for (let count = 0; ;) {
      const again = await house.read<Requeued>(`${pathOf(id)}/redeliver_failed`, request);
      count += again.count;
      if (again.more) terminal.say(`Due again so far: ${count}.`);
      else if (json) return terminal.out(JSON.stringify({ count }));
      else return terminal.out(`Due again: ${count}.`);
    }
  },
});

interface Requeued {
  readonly count: number;
  /** The same request again goes on. */
  readonly more: boolean;
}
