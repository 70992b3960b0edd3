import { startChild } from '../house/child';
import { connection, newAgent, record, recordNew, type TestAgent, unique } from '../house/actors';
import { eventually, holds } from '../house/eventually';
import { everything, everythingAtRest } from '../house/everything';
import { openReceiver, type Receiver } from '../house/receiver';
import { ALLOWED, somethingOfEveryKind } from '../house/something-of-every-kind';
import { openOwnDeployment, type OwnDeployment } from './own-deployment';
import { dropDocuments } from './remove-storage';
import { askTwice, stream } from './steady-client';

let house: OwnDeployment;
let receiver: Receiver;
beforeAll(async () => {
  // What failed is not tried again within the test, and no agent is seen again.
  house = await openOwnDeployment({ env: { WEBHOOK_SCHEDULE: '0s,1h', AGENT_TIMEOUT: '10h' } });
  receiver = await openReceiver((r) => ({ status: r.path === '/failing' ? 500 : 200 }));
  await somethingOfEveryKind(house.admin, receiver);
});

const told = (): readonly string[] => receiver.at('/told').map((request) => request.body);

/** A new issue is told: whatever the senders had to say they said before it. */
async function onlyNewsIsTold(before: readonly string[]): Promise<void> {
  const agent = await newAgent(house.admin);
  await recordNew(agent, connection(`${unique('after')}.example.com`));
  await eventually(() => told().length > before.length);
  expect(told().slice(0, -1)).toEqual(before);
}

/** An observation that every ingest has been sent. It raises no issue: copies move its `last_seen` while the list is made again. */
async function knownEverywhere(agent: TestAgent): Promise<Record<string, unknown>> {
  const known = connection(ALLOWED, { known: unique() });
  await recordNew(agent, known);
  for (const ingest of house.of('ingest')) {
    const { status } = await agent.client
      .to({ baseUrl: ingest.address })
      .put('/v1/events_v2', known);
    expect(status).toBe(202);
  }
  return known;
}

/** How the house answers before its documents are made again, while an observation that it knows keeps coming. */
async function beforehand() {
  const agent = await newAgent(house.admin);
  const known = await knownEverywhere(agent);
  const before = await everythingAtRest(house.admin);
  return { agent, known, before, toldBefore: told(), again: sendAgain(agent, known) };
}

/** Keeps sending one observation that is known: it must never be answered as new. */
function sendAgain(agent: TestAgent, known: object): ReturnType<typeof stream> {
  const to = { addresses: house.of('ingest').map((p) => p.address), token: agent.token };
  const body = JSON.stringify(known);
  return stream(2, (nth) => askTwice(to, nth, { method: 'PUT', path: '/v1/events_v2', body }));
}

test('rule 10: all documents are dropped while the house runs: it makes them again by itself, no known observation is answered 201, no webhook is sent again', async () => {
  const { agent, known, before, toldBefore, again } = await beforehand();

  await dropDocuments(house.storage);

  await holds(async () => expect(await everything(house.admin)).toEqual(before));
  await house.ready();
  await again.end();
  expect([...new Set(again.statuses)].filter((status) => status !== 503)).toEqual([202]);
  expect((await record(agent, known)).status).toBe(202);
  await onlyNewsIsTold(toldBefore);
  expect(house.deaths()).toEqual([]);
});

test('rule 18: documents are made again while the house answers from the old ones: the same answers, no second 201, no webhook again', async () => {
  const { before, toldBefore, again } = await beforehand();
  const to = { addresses: house.gateways, token: house.adminToken };
  const reading = stream(1, (nth) => askTwice(to, nth, { method: 'GET', path: '/v1/issues' }));

  const rebuilding = startChild('apps/cli/dist/main.js', house.settings, [], ['rebuild', '--live']);
  expect([await rebuilding.gone, rebuilding.output()]).toEqual([0, expect.any(String)]);

  await again.end();
  await reading.end();
  expect(reading.refusals).toEqual([]);
  expect([...new Set(again.statuses)].filter((status) => status !== 503)).toEqual([202]);
  await house.ready();
  await holds(async () => expect(await everything(house.admin)).toEqual(before));
  await onlyNewsIsTold(toldBefore);
  expect(house.deaths()).toEqual([]);
});
