import { join } from 'node:path';
import contracts from '../../libs/contracts/dist/index.js';
import eventlog from '../../libs/eventlog/dist/index.js';
import rendering from '../../apps/notifier/dist/message/render-message.js';
import { expectOk } from '../kit/client.mjs';
import { openHouse } from '../kit/house.mjs';

const { envelope, isoTime, toAppend } = contracts;
const AT_ONCE = 1_000;

/** What lets a house reach receivers of this machine. */
export const REACHING = {
  WEBHOOK_ALLOW_HTTP: 'on',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  RATE_LIMIT: 'off',
};

/** The body of the nth delivery. */
const payload = (n, time) =>
  rendering.renderMessage(
    'parapet',
    {
      ...{ kind: 'issue.created', issue_id: `issue_${n}`, time },
      ...{ title: `network_connection to d${n}.example.com`, severity: 'high' },
      verdict: 'detected',
    },
    'https://parapet.example.com',
  );

/**
 * Fills the folder of a house that does not run: webhooks, and deliveries that are due, in turn as far as each has any left.
 * @param wanted `{ url, count }` of each webhook; the `webhook-id` of its deliveries is `delivery_<nth webhook>.<nth delivery>`
 * @param dueAt when the ith of all is planned and due (ms since 1970): just now. What was due for longer than a lease is looked up
 *   once more before it is sent.
 */
export async function fillPending(folder, wanted, dueAt = () => Date.now()) {
  const house = await openHouse({ folder, settings: REACHING });
  const ids = [];
  for (const { url } of wanted) {
    const asked = { token: house.adminToken, method: 'POST', body: JSON.stringify({ url }) };
    ids.push((await expectOk(`${house.url}/v1/webhooks`, asked)).id);
  }
  await house.stop();
  const log = await eventlog.openEmbeddedEventLog({
    ...{ path: join(folder, 'log.sqlite'), expires: false },
  });
  const facts = [...inTurn(wanted)].map(([nth, n], i) =>
    planned(ids[nth], `${nth}.${n}`, { i, time: isoTime(dueAt(i)) }),
  );
  for (let i = 0; i < facts.length; i += AT_ONCE)
    await log.append('deliveries', facts.slice(i, i + AT_ONCE));
  await log.close();
}

function* inTurn(wanted) {
  const most = Math.max(...wanted.map(({ count }) => count));
  for (let n = 0; n < most; n += 1)
    for (const [nth, { count }] of wanted.entries()) if (n < count) yield [nth, n];
}

function planned(webhook_id, name, { i, time }) {
  const id = `delivery_${name}`;
  const origin = { id: `plan-${name}`, time, actor: 'notifier', cause: null };
  const data = {
    ...{ delivery_id: id, webhook_id, issue_id: `issue_${i}`, event: 'issue.created' },
    ...{ body: payload(i, time), next_at: time },
  };
  return toAppend(webhook_id, { ...envelope('DeliveryPlanned', origin), data });
}

/** How often deliveries succeeded, as the log of a house that does not run says. */
export async function succeededIn(folder) {
  const log = await eventlog.openEmbeddedEventLog({
    ...{ path: join(folder, 'log.sqlite'), expires: false },
  });
  const ends = await log.ends('deliveries');
  let count = 0;
  const from = ends.map(() => 0);
  for await (const records of log.read('deliveries', from, ends))
    count += records.filter(({ meta }) => meta.type === 'DeliverySucceeded').length;
  await log.close();
  return count;
}
