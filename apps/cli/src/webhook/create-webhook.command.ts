import { randomUUID } from 'node:crypto';
import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { untilKnown } from '../house/until-known';
import { plainJson } from '../plain-text';
import { sayShownOnce } from '../shown-once';
import { fieldsOf, WEBHOOK_FIELDS } from './webhook-fields';

/** Makes a webhook, and answers its secret. */
export const createWebhook = command({
  ...{ call: 'create <receiver>', meaning: 'makes a webhook and the secret that it signs with' },
  words: {
    receiver: { type: 'string', demandOption: true, describe: 'the URL that is told, https:' },
  },
  options: { ...WEBHOOK_FIELDS, ...JSON_OPTION, ...HOUSE_OPTIONS },
  run: async ({ receiver, json, url, token, ...said }, around) => {
    const asked = { url: receiver, ...fieldsOf(said) };
    const headers = { 'idempotency-key': randomUUID() };
    const request = { method: 'POST', headers, json: asked, has: 'secret' } as const;
    const house = houseOf({ url, token }, around);
    const made = await untilKnown(() => house.read<WebhookMade>('/v1/webhooks', request));
    if (json) return around.terminal.out(plainJson(made, 2));
    around.terminal.say(`${made.id} is there.`);
    sayShownOnce(around.terminal, made.secret, 'secret');
  },
});

interface WebhookMade {
  readonly id: string;
  readonly secret: string;
}
