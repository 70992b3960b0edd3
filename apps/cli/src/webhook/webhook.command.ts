import { answer } from '../answer';
import { type Command, command } from '../arguments/command';
import { group } from '../arguments/group';
import { ID, IDS } from '../arguments/id-words';
import { JSON_OPTION } from '../arguments/json-option';
import { eachOf } from '../each-of';
import { allOf } from '../house/all-of';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { removeEach } from '../remove-each';
import { sayShownOnce } from '../shown-once';
import { wholeText } from '../whole-text';
import { changeWebhook } from './change-webhook.command';
import { createWebhook } from './create-webhook.command';
import { listDeliveries, redeliver, redeliverFailed } from './deliveries.command';
import { pathOf } from './path-of';
import { testWebhook } from './test-webhook.command';
import { webhookList, type WebhookShown } from './webhook-text';

const ASKED = { ...JSON_OPTION, ...HOUSE_OPTIONS };

const list = command({
  ...{ call: 'list', isDefault: true, meaning: 'webhooks, newest first', options: ASKED },
  run: async ({ json, ...at }, around) => {
    const webhooks = await allOf<WebhookShown>(houseOf(at, around), '/v1/webhooks');
    answer(around.terminal, webhooks, json, webhookList);
  },
});

const show = command({
  ...{ call: 'show <id>', meaning: 'one of them, whole, and how its deliveries fare' },
  ...{ words: ID, options: ASKED },
  run: async ({ id, json, ...at }, around) => {
    const webhook = await houseOf(at, around).read<WebhookShown>(pathOf(id), { has: 'id' });
    answer(around.terminal, webhook, json, wholeText);
  },
});

const rotate = command({
  ...{ call: 'rotate <id>', words: ID, options: ASKED },
  meaning: 'gives it another secret, which signs beside the one before for a day, then alone',
  run: async ({ id, json, ...at }, { terminal, env }) => {
    const request = { method: 'POST', has: 'secret' } as const;
    const house = houseOf(at, { env });
    const made = await house.read<SecretMade>(`${pathOf(id)}/rotate_secret`, request);
    if (json) return terminal.out(JSON.stringify(made, null, 2));
    terminal.say(`The one before signs beside it until ${made.promotes_at}.`);
    sayShownOnce(terminal, made.secret, 'secret');
  },
});

const promote = command({
  ...{ call: 'promote <id>', meaning: 'lets the secret that was made last sign alone at once' },
  ...{ words: ID, options: ASKED },
  run: async ({ id, json, ...at }, around) => {
    const request = { method: 'POST', has: 'id' } as const;
    const path = `${pathOf(id)}/promote_secret`;
    const webhook = await houseOf(at, around).read<WebhookShown>(path, request);
    answer(around.terminal, webhook, json, () => [`The newer secret of ${id} signs alone now.`]);
  },
});

const switching = (name: string, meaning: string, enabled: boolean): Command =>
  command({
    ...{ call: `${name} <ids..>`, meaning, words: IDS, options: ASKED },
    run: ({ ids, json, ...at }, around) => {
      const house = houseOf(at, around);
      const request = { method: 'PATCH', json: { enabled }, has: 'id' } as const;
      const act = (id: string) => house.read<WebhookShown>(pathOf(id), request);
      return eachOf({ ids, act, done: `${name}d`, json }, around.terminal);
    },
  });

const remove = command({
  ...{ call: 'delete <ids..>', meaning: 'deletes them; what waits is given up', words: IDS },
  options: ASKED,
  run: async ({ ids, json, ...at }, around) => {
    const removal = { ids, pathOf, done: 'deleted', json } as const;
    return removeEach(houseOf(at, around), removal, around.terminal);
  },
});

interface SecretMade {
  readonly secret: string;
  readonly promotes_at: string;
}

/** Who is told of issues. */
export const webhookCommand = group('webhook', 'webhooks: who is told of issues', [
  ...[createWebhook, list, show, testWebhook, changeWebhook, rotate, promote],
  switching('enable', 'tells them of issues from now on', true),
  switching('disable', 'tells them nothing; what waits is given up', false),
  ...[listDeliveries, redeliver, redeliverFailed, remove],
]);
