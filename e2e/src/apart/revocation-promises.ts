import { awakeFor } from '../../../tools/test/awake.mjs';
import { newAgent } from '../house/actors';
import type { Asked, Client } from '../house/client';
import { newUserToken } from '../house/credentials';
import { holds } from '../house/eventually';
import type { Webhook } from '../house/shapes';
import type { OwnDeployment } from './own-deployment';
import type { ServiceName } from './service-process';
import { RefusalWatch } from './watch-refusals';

/** A token that was taken away works nowhere any more after this long. */
const BOUND_MS = 1_000;

const get = (path: string): Asked => ({ method: 'GET', path });
const USER_ROUTES: readonly (readonly [ServiceName, Asked])[] = [
  ['registry', get('/v1/policies?limit=1')],
  ['ingest', get('/v1/events?limit=1')],
  ['detection', get('/v1/issues?limit=1')],
  ['notifier', get('/v1/webhooks?limit=1')],
];
const HEARTBEAT: Asked = { method: 'POST', path: '/v1/agent_heartbeat', body: {} };
const AGENT_ROUTES: typeof USER_ROUTES = [['ingest', HEARTBEAT]];

interface TakenAway {
  readonly token: string;
  readonly routes: typeof USER_ROUTES;
}

/** What a token is shown to: every replica itself, and the gateway for each route. */
function places(house: OwnDeployment, { token, routes }: TakenAway) {
  const client = house.admin.as(token);
  return routes.flatMap(([service, asked]) => {
    const direct = house.of(service).map(({ name, address }) => ({ name, address }));
    const through = house
      .of('gateway')
      .map(({ name, address }) => ({ name: `${name} to ${service}`, address }));
    return [...direct, ...through].map(({ name, address }) => ({
      ...{ name, asked },
      client: client.to({ baseUrl: address }),
    }));
  });
}

const passed = (all: ReturnType<typeof places>) =>
  Object.fromEntries(all.map(({ name }) => [name, []] as const));

/** Takes a token away while it is shown everywhere, where it must be refused in time and stay refused. */
async function takeAway(
  house: OwnDeployment,
  what: TakenAway,
  how: (admin: Client) => Promise<unknown>,
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const everywhere = places(house, what);
  const watch = new RefusalWatch(everywhere);
  await watch.allPassed();
  await how(house.admin);
  const deadline = awakeFor(BOUND_MS).then(() => performance.now());
  await meanwhile();
  expect(await watch.endAfter(await deadline)).toEqual(passed(everywhere));
}

/** So many new keys of each topic miss none of its three partitions. */
const KEYS = 24;

async function commandsOfEveryPartition(admin: Client): Promise<void> {
  for (let key = 0; key < KEYS; key += 1)
    await Promise.all([newAgent(admin), newUserToken(admin, {}), newWebhook(admin)]);
}

async function newWebhook(admin: Client): Promise<void> {
  const made = await admin.post<Webhook>('/v1/webhooks', { url: 'https://example.com/hook' });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  const gone = await admin.delete(`/v1/webhooks/${made.body.id}`);
  expect([gone.status, gone.text]).toEqual([204, '']);
}

/** What is taken away works nowhere any more, on any replica, within a second and for ever. */
export function promisesRevocation(house: () => OwnDeployment): void {
  const takenAway: TakenAway[] = [];
  const remembered = (token: string, routes: typeof USER_ROUTES): TakenAway => {
    takenAway.push({ token, routes });
    return { token, routes };
  };

  // proves: api-revocation, api-delete-token
  test('a revoked token is refused by every replica within a second, and stays refused', async () => {
    const { id, token } = await newUserToken(house().admin, { permissions: ['admin'] });
    await takeAway(house(), remembered(token, USER_ROUTES), (admin) =>
      admin.delete(`/v1/tokens/${id}`),
    );
  });

  // proves: api-revocation, api-delete-agent
  test('the token of a deleted agent is refused by every replica within a second, and stays refused', async () => {
    const agent = await newAgent(house().admin);
    await takeAway(house(), remembered(agent.token, AGENT_ROUTES), (admin) =>
      admin.delete(`/v1/agents/${agent.id}`),
    );
  });

  // proves: api-revocation, api-rotate-agent
  test('a token that an agent had before is refused by every replica within a second, and the new one works at once', async () => {
    const agent = await newAgent(house().admin);
    let fresh = '';
    const rotate = async (admin: Client): Promise<void> => {
      fresh = (await admin.post<{ token: string }>(`/v1/agents/${agent.id}/token`)).body.token;
    };
    const works = async (): Promise<void> => {
      for (const { client, asked } of places(house(), { token: fresh, routes: AGENT_ROUTES }))
        expect((await client.send(asked)).status).toBe(200);
    };
    await takeAway(house(), remembered(agent.token, AGENT_ROUTES), rotate, works);
  });

  test('what was taken away is refused by processes that begin anew', async () => {
    expect(takenAway).toHaveLength(3);
    const again = ['registry-1', 'ingest-1', 'detection-1', 'notifier-1'].map((name) =>
      house().named(name),
    );
    await Promise.all(
      again.map(async (process) => {
        await process.kill9();
        await process.start();
      }),
    );
    for (const what of takenAway)
      for (const { name, client, asked } of places(house(), what))
        expect([name, (await client.send(asked)).status]).toEqual([name, 401]);
    // A command waits for whoever held its partition until the session of the dead has ended.
    await holds(() => commandsOfEveryPartition(house().admin));
  });
}
