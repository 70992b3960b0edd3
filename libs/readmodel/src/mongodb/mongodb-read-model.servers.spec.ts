import { type OpenedReadModel, testReadModel } from '../testing';
import { FLEETING } from '../testing/house';
import { openMongoReadModel } from './open-mongo-read-model';
import { LEASE_MS } from './current-view';
import { FreshDatabase } from './testing/fresh-database';

async function open(): Promise<OpenedReadModel> {
  const database = await new FreshDatabase(LEASE_MS).begin();
  const [store, rival] = [
    database.closing(await openMongoReadModel(database.options)),
    await database.client(),
  ];
  await rival.declare(FLEETING);
  return {
    store,
    rival,
    reopen: async () => {
      await store.close();
      return database.closing(await openMongoReadModel(database.options));
    },
    discard: () => database.discard(),
  };
}

// The server removes what has expired by its own clock: that is proven in `expiry.servers.spec.ts`.
testReadModel('MongoDB', open, { persistent: true, sweeps: false });
