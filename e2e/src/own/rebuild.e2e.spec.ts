import { join } from 'node:path';
import { connection, newAgent, record, recordNew } from '../house/actors';
import { eventually } from '../house/eventually';
import { everything, everythingAtRest } from '../house/everything';
import { openOwnHouse, type OwnHouse } from '../house/house';
import { openReceiver, type Receiver } from '../house/receiver';
import { somethingOfEveryKind } from '../house/something-of-every-kind';

let house: OwnHouse;
let receiver: Receiver;
beforeAll(async () => {
  // What failed is not tried again within the test, and no agent falls silent however long that takes.
  house = await openOwnHouse({ env: { WEBHOOK_SCHEDULE: '0s,1h', AGENT_TIMEOUT: '1d' } });
  receiver = await openReceiver((r) => ({ status: r.path === '/failing' ? 500 : 200 }));
});

test('rebuild: the API answers the same afterwards and no webhook is sent again', async () => {
  await somethingOfEveryKind(house.admin, receiver);
  // Started anew, so that nothing is under way while it is asked.
  await house.stop();
  await house.start();
  const before = await everythingAtRest(house.admin);
  const told = receiver.at('/told').map((request) => request.body);
  await house.stop();

  const { code, output } = await house.rebuild();
  expect([code, output]).toEqual([0, expect.any(String)]);

  await house.start();
  const after = await everything(house.admin);
  for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]]);
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());

  // A new issue is told: whatever the senders had to say they said before it.
  const agent = await newAgent(house.admin);
  await recordNew(agent, connection('after-the-rebuild.example.com'));
  await eventually(() => receiver.at('/told').length > told.length);
  expect(
    receiver
      .at('/told')
      .map((request) => request.body)
      .slice(0, -1),
  ).toEqual(told);
});

test('the same observation is still known after a rebuild: 202', async () => {
  const agent = await newAgent(house.admin);
  // It raises no issue, of which somebody would have to be told when the next test begins.
  const body = { ...connection('known.example.com'), verdict: 'allowed' };
  const id = await recordNew(agent, body);
  await house.stop();
  expect((await house.rebuild()).code).toBe(0);
  await house.start();
  const again = await record(agent, body);
  expect([again.status, again.body]).toEqual([202, { id, status: 'updated' }]);
});

test.each(['ingest.observations', 'detection.issue-list', 'notifier.deliveries'])(
  'rule 22: a rebuild that is killed in the middle of %s is ended by the next start, and no webhook is sent again',
  async (projection) => {
    // Started anew, so that what is counted of agents is told.
    await house.stop();
    await house.start();
    const before = await everythingAtRest(house.admin);
    const told = receiver.at('/told').length;
    await house.stop();
    const killed = await house.rebuild({
      env: { CRASH_AT: `between-consume-and-commit@${projection}:1` },
      nodeArguments: ['--require', join(__dirname, '../crash/preload.cjs')],
    });
    expect(killed.code).toBe('SIGKILL');
    // It is not ready before all is there again.
    await house.start();
    expect(await everything(house.admin)).toEqual(before);
    // A new issue is told: whatever the senders had to say they said before it.
    await recordNew(await newAgent(house.admin), connection(`${projection}.example.com`));
    await eventually(() => receiver.at('/told').length > told);
    expect(receiver.at('/told')).toHaveLength(told + 1);
  },
);
