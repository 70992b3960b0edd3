import type { WebhookFilter } from '@parapet/contracts';
import { answer } from '../answer';
import { command } from '../arguments/command';
import { ID } from '../arguments/id-words';
import { JSON_OPTION } from '../arguments/json-option';
import type { HouseClient } from '../house/house-client';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { Misuse } from '../surroundings';
import { wholeText } from '../whole-text';
import { pathOf } from './path-of';
import { fieldsOf, FILTER_FIELDS, WEBHOOK_FIELDS } from './webhook-fields';
import type { WebhookShown } from './webhook-text';

/** Changes what is said of a webhook, and answers it as it is then. */
export const changeWebhook = command({
  ...{ call: 'change <id>', meaning: 'changes what is said; the rest stays as it is', words: ID },
  options: {
    receiver: { type: 'string', describe: 'the URL that is told, https:' },
    ...WEBHOOK_FIELDS,
    unfiltered: {
      ...{ type: 'boolean', conflicts: Object.keys(FILTER_FIELDS) },
      describe: 'issues of every severity, verdict, platform and cluster',
    },
    'without-headers': {
      ...{ type: 'boolean', conflicts: ['header-file'] },
      describe: 'none but those of the house',
    },
    ...{ ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ id, json, url, token, receiver, unfiltered, ...said }, around) => {
    const { filter, headers, ...fields } = fieldsOf(said);
    const house = houseOf({ url, token }, around);
    const change = {
      ...{ url: receiver, ...fields },
      headers: said['without-headers'] ? {} : headers,
      filter: unfiltered ? {} : await changedFilter(house, id, filter),
    };
    if (Object.values(change).every((value) => value === undefined)) throw new Misuse(NOTHING);
    const request = { method: 'PATCH', json: change, has: 'id' } as const;
    const webhook = await house.read<WebhookShown>(pathOf(id), request);
    answer(around.terminal, webhook, json, wholeText);
  },
});

const NOTHING =
  'Nothing is said to change: `parapet webhook change --help` says what can be changed.';

/** The API takes a filter as a whole: what is not said of it stays. Undefined where nothing is said of it. */
async function changedFilter(
  house: HouseClient,
  id: string,
  said: Record<keyof WebhookFilter, unknown>,
): Promise<object | undefined> {
  const parts = Object.entries(said).filter(([, value]) => value !== undefined);
  if (parts.length === 0) return undefined;
  const { filter } = await house.read<Filtered>(pathOf(id), { has: 'id' });
  return { ...filter, ...Object.fromEntries(parts) };
}

interface Filtered {
  readonly id: string;
  readonly filter: WebhookFilter;
}
