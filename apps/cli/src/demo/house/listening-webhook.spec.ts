import type { HouseClient, HouseRequest } from '../../house/house-client';
import { HouseProblem } from '../../house/house-problem';
import { openWebhook } from './listening-webhook';

/** A house that answers the making of a webhook so; `asked` has every request. */
function houseThat(answer: () => unknown) {
  const asked: string[] = [];
  const note = (path: string, { method = 'GET' }: HouseRequest = {}): number =>
    asked.push(`${method} ${path}`);
  const house: HouseClient = {
    url: '',
    ask: () => Promise.reject(new Error('not asked')),
    remove: async (path) => void note(path, { method: 'DELETE' }),
    read: async <T>(path: string, request?: HouseRequest): Promise<T> => {
      note(path, request);
      return JSON.parse(JSON.stringify(answer()));
    },
  };
  return { house, asked };
}

const said: string[] = [];
const listener = {
  heard: () => said.push('heard'),
  refused: () => said.push('refused'),
  notAllowed: (reason: string) => said.push(reason),
};
beforeEach(() => (said.length = 0));

test('the webhook is taken away when nobody listens any more', async () => {
  const { house, asked } = houseThat(() => ({ id: 'webhook_1', secret: 'whsec_AAAA' }));
  const webhook = await openWebhook(house, listener);
  await webhook?.close();
  expect([asked, said]).toEqual([['POST /v1/webhooks', 'DELETE /v1/webhooks/webhook_1'], []]);
});

test.each([
  [
    400,
    'bad_request',
    'url must begin with https://',
    /WEBHOOK_ALLOW_HTTP=on WEBHOOK_ALLOW_CIDRS=127/,
  ],
  [403, 'forbidden', 'This token lacks webhooks:write', /^This token lacks webhooks:write$/],
])(
  'a house that may not tell this machine is done without, and a %i says what would be right',
  async (status, code, sentence, told) => {
    const { house, asked } = houseThat(() => {
      throw new HouseProblem(status, code, sentence, undefined);
    });
    expect(await openWebhook(house, listener)).toBeNull();
    expect([asked, said]).toEqual([['POST /v1/webhooks'], [expect.stringMatching(told)]]);
  },
);

test('any other mistake is a mistake', async () => {
  const { house } = houseThat(() => {
    throw new Error('gone');
  });
  await expect(openWebhook(house, listener)).rejects.toThrow('gone');
  expect(said).toEqual([]);
});
