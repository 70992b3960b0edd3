import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OpenedReadModel, testReadModel } from '../testing';
import { openEmbeddedReadModel } from './open-embedded-read-model';

async function inMemory(): Promise<OpenedReadModel> {
  const store = await openEmbeddedReadModel({ path: ':memory:' });
  return { store, rival: store, sweep: (now) => store.sweep(now), discard: () => store.close() };
}

async function inFile(): Promise<OpenedReadModel> {
  const directory = await mkdtemp(join(tmpdir(), 'read-model-'));
  const path = join(directory, 'read-model.db');
  let store = await openEmbeddedReadModel({ path });
  return {
    store,
    rival: store,
    sweep: (now) => store.sweep(now),
    reopen: async () => {
      await store.close();
      store = await openEmbeddedReadModel({ path });
      return store;
    },
    discard: async () => {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}

testReadModel('embedded, in memory', inMemory, { persistent: false, sweeps: true });
testReadModel('embedded, in a file', inFile, { persistent: true, sweeps: true });
