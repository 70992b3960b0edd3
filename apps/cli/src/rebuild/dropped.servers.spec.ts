import { randomBytes } from 'node:crypto';
import { testHouse, type TestHouse, TestClock } from '@parapet/chassis/testing';
import { dropDatabase, openMongoReadModel } from '@parapet/readmodel/mongodb';
import { ServicesModule } from '../services.module';
import { Fleet, issueTitles, LEASE_MS, listed, readyAgain } from '../testing/fleet';
import { openTold, type Told } from '../testing/told';

let url: string;
let house: TestHouse;
let clock: TestClock;
let told: Told;
beforeEach(async () => {
  const server = process.env['MONGODB_URL'];
  if (!server) throw new Error('MONGODB_URL must say where a MongoDB answers');
  url = Object.assign(new URL(server), {
    pathname: `/dropped_${randomBytes(6).toString('hex')}`,
  }).href;
  clock = new TestClock();
  told = await openTold();
  const settings = { webhookAllowHttp: true, webhookAllowCidrs: ['127.0.0.0/8'] };
  const documents = await openMongoReadModel({ url });
  house = await testHouse({ imports: [ServicesModule], documents, clock, settings });
});
afterEach(async () => {
  await house.close();
  await dropDatabase(url);
  await told.close();
});

const ways = {
  'by a command': async () => {
    const operator = await openMongoReadModel({ url });
    await operator.dropDerived();
    await operator.close();
  },
  'with everything else in the database': () => dropDatabase(url),
};

test.each(Object.entries(ways))(
  'rule 18: documents dropped %s while the house runs come back as they were: at most one 201 each, no webhook again',
  async (_, drop) => {
    await readyAgain(house);
    await told.by(house);
    const fleet = await Fleet.of(house);
    await fleet.send(0, 30);
    await told.atLeast(30);
    const load = fleet.keepSending(20, 200);
    await drop();
    await load;
    clock.advance(LEASE_MS);
    await readyAgain(house);
    await fleet.send(400, 401);
    await told.atLeast(fleet.sent);
    // A first answer may have been a 503: then the next is 202.
    expect(fleet.created.filter((times) => times > 1)).toEqual([]);
    expect(await listed(house, 'events')).toHaveLength(fleet.sent);
    expect(new Set(await issueTitles(house, fleet.sent)).size).toBe(fleet.sent);
    expect(told.times).toEqual(fleet.all.map(() => 1));
  },
);
