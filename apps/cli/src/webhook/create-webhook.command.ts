import { randomUUID } from 'node:crypto';
import {
  ISSUE_VERDICTS,
  PLATFORMS,
  SEVERITIES,
  WEBHOOK_EVENTS,
  WEBHOOK_FORMATS,
} from '@parapet/contracts';
import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { untilKnown } from '../house/until-known';
import { plainJson } from '../plain-text';
import { sayShownOnce } from '../shown-once';
import { readHeaders } from './read-headers';

/** Makes a webhook, and answers its secret. */
export const createWebhook = command({
  ...{ call: 'create <receiver>', meaning: 'makes a webhook and the secret that it signs with' },
  words: {
    receiver: { type: 'string', demandOption: true, describe: 'the URL that is told, https:' },
  },
  options: {
    event: {
      ...{ type: 'string', array: true, choices: WEBHOOK_EVENTS },
      describe: 'what it is told of, once for each; without any: issue.created',
    },
    'min-severity': {
      ...{ type: 'string', choices: SEVERITIES },
      describe: 'only issues of this severity or a higher one',
    },
    verdict: {
      ...{ type: 'string', array: true, choices: ISSUE_VERDICTS },
      describe: 'only issues with one of these, once for each',
    },
    platform: {
      ...{ type: 'string', array: true, choices: PLATFORMS },
      describe: 'only issues of one of these, once for each',
    },
    cluster: {
      ...{ type: 'string', array: true },
      describe: 'only issues in one of these, once for each',
    },
    format: {
      ...{ type: 'string', choices: WEBHOOK_FORMATS },
      describe: 'how it is written; without it: parapet',
    },
    'header-file': {
      ...{ type: 'string' },
      describe: 'headers that it sends, a line like Authorization: Bearer … each',
    },
    description: { type: 'string', describe: 'what it is for' },
    ...{ ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ receiver, json, url, token, ...said }, around) => {
    const { event, format, description, 'header-file': headerFile } = said;
    const { 'min-severity': min_severity, verdict, platform, cluster } = said;
    const filter = { min_severity, verdicts: verdict, platforms: platform, clusters: cluster };
    const sent = headerFile === undefined ? undefined : readHeaders(headerFile);
    const asked = { url: receiver, events: event, filter, format, headers: sent, description };
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
