import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '@parapet/contracts';
import { sampleEvent } from '../testing';
import { openEmbeddedEventLog } from './open-embedded-event-log';
import { WorkerStore } from './worker-store';

const silent = { warn: () => undefined, error: () => undefined };
const LAYOUT = { notes: 1 };

describe('the log in a worker thread', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parapet-worker-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('makes the folder of the file', async () => {
    const log = await openEmbeddedEventLog({ path: join(folder, 'a/b/log.db'), logger: silent });
    await log.close();
  });

  it('refuses a file that has an owner, and works once that one is closed', async () => {
    const path = join(folder, 'log.db');
    const first = await openEmbeddedEventLog({ path, logger: silent });
    await expect(openEmbeddedEventLog({ path, logger: silent })).rejects.toThrow(
      `${path} is in use by another process`,
    );
    await first.close();
    const second = await openEmbeddedEventLog({ path, logger: silent });
    await second.close();
  });

  it('a refusal that is heard together with the end of its thread is a refusal, not a death', async () => {
    const script = join(folder, 'refused.js');
    await writeFile(
      script,
      `const { parentPort } = require('node:worker_threads');
       parentPort.postMessage({ id: 0, error: { message: 'it is in use', unavailable: false } });`,
    );
    const deaths: Error[] = [];
    const start = { path: join(folder, 'log.db'), layout: LAYOUT };
    const starting = WorkerStore.start(start, (error) => deaths.push(error), script);
    // This thread hears nothing until the other one is long over.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    await expect(starting).rejects.toThrow('it is in use');
    expect(deaths).toEqual([]);
  });

  it('does not block this thread while it writes', async () => {
    const log = await openEmbeddedEventLog({ path: join(folder, 'log.db'), logger: silent });
    const large = { ...sampleEvent('a', 0), json: JSON.stringify('x'.repeat(700_000)) };
    const write = log.append(
      'policies',
      Array.from({ length: 40 }, () => large),
    );
    let turns = 0;
    let waiting = true;
    const count = async () => {
      for (; waiting; turns++) await new Promise((resolve) => setImmediate(resolve));
    };
    const counted = count();
    await write;
    waiting = false;
    await counted;
    expect(turns).toBeGreaterThan(3);
    await log.close();
  });

  it('rule 3: tells that the database refused, as Unavailable, and a fault of ours as an error', async () => {
    const deaths: Error[] = [];
    const store = await WorkerStore.start({ path: join(folder, 'log.db'), layout: LAYOUT }, (e) =>
      deaths.push(e),
    );
    const range = { topic: 'absent', partition: 0, from: 0, to: 9, limit: 9 };
    await expect(store.call('read', range)).rejects.toThrow(Unavailable);
    const wrong = JSON.parse('{"appends":7,"progress":[]}');
    const error = await store.call('write', wrong).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Unavailable);
    await expect(store.call('ends', null)).resolves.toEqual({ notes: [0] });
    await store.close();
    await store.close();
    expect(deaths).toEqual([]);
  });

  it('when the thread dies, all that wait are refused with what to do, and the process is told once', async () => {
    const script = join(folder, 'dies.js');
    await writeFile(
      script,
      `const { parentPort } = require('node:worker_threads');
       parentPort.postMessage({ id: 0, answer: null });
       parentPort.on('message', () => { throw new Error('out of luck'); });`,
    );
    const deaths: Error[] = [];
    const start = { path: join(folder, 'log.db'), layout: LAYOUT };
    const store = await WorkerStore.start(start, (error) => deaths.push(error), script);
    const calls = await Promise.allSettled([store.call('ping', null), store.call('ends', null)]);
    for (const call of calls) {
      if (call.status !== 'rejected') throw new Error('a dead thread answered');
      expect(call.reason).toBeInstanceOf(Unavailable);
      expect(call.reason.message).toMatch(/out of luck.*start this process again/);
    }
    await expect(store.call('ping', null)).rejects.toThrow(Unavailable);
    expect(deaths).toHaveLength(1);
    await store.close();
  });
});
