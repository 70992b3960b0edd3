import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { Unavailable } from '@parapet/contracts';
import { collection } from '../collection';
import { openEmbeddedReadModel } from './open-embedded-read-model';
import { ThreadEngine } from './thread-engine';

const ROWS = collection<{ readonly id: string; readonly at: string }>({
  name: 'rows',
  indexes: [{ equal: [], sort: 'at' }],
});

/** A process that inserts without end, says each id once it is acknowledged, and counts along in another document. */
const WRITER = `
const { openEmbeddedReadModel } = require('@parapet/readmodel');
const ROWS = ${JSON.stringify(ROWS)};
openEmbeddedReadModel({ path: process.argv[1] }).then(async (store) => {
  await store.declare(ROWS);
  for (let i = 0; ; i += 1) {
    const ids = [0, 1, 2].map((n) => i + '-' + n);
    const sets = ids.map((id) => store.insert(ROWS, [{ id, at: id }]));
    await Promise.all([...sets, store.write(ROWS, [{ id: 'sum', insert: { at: '' }, inc: { n: 3 } }])]);
    console.log(ids.join(' '));
  }
});`;

describe('the read model in a thread', () => {
  let directory: string;
  let path: string;
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'read-model-'));
    path = join(directory, 'read-model.db');
  });
  afterEach(async () => {
    await Promise.all(children.splice(0).map(killed));
    await rm(directory, { recursive: true });
  });

  const killed = async (child: ChildProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  /** Resolves with what was acknowledged when the writer has said so often enough. */
  const writer = async (
    lines: number,
  ): Promise<{ child: ChildProcess; acknowledged: string[] }> => {
    const child = spawn(process.execPath, ['-e', WRITER, path], {
      cwd: __dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const acknowledged: string[] = [];
    let said = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(...line.split(' '));
      said += 1;
      if (said >= lines) break;
    }
    return { child, acknowledged };
  };

  it.each([1, 50, 400])(
    'rule 22: kill -9 after %i rounds of writes keeps every write that was acknowledged',
    async (rounds) => {
      const { child, acknowledged } = await writer(rounds);
      await killed(child);

      const store = await openEmbeddedReadModel({ path });
      await store.declare(ROWS);
      const found = await store.getMany(ROWS, acknowledged);
      const listed = await store.page(ROWS, { equal: {}, sort: 'at', above: '', limit: 10_000 });
      const sum: object = (await store.get(ROWS, 'sum')) ?? {};
      await store.close();

      expect(acknowledged.length).toBeGreaterThanOrEqual(3 * rounds);
      expect([...found.keys()].sort()).toEqual([...acknowledged].sort());
      expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
      expect(Reflect.get(sum, 'n')).toBeGreaterThanOrEqual(acknowledged.length);
    },
  );

  it('a second process on the same file is refused with a sentence that says what to do', async () => {
    await writer(1);
    await expect(openEmbeddedReadModel({ path })).rejects.toThrow(
      /in use by another process: stop that one first/,
    );
  });

  it('a file that is no database is refused with a sentence that says what to do', async () => {
    await writeFile(path, 'not a database, but long enough to look like one'.repeat(100));
    await expect(openEmbeddedReadModel({ path })).rejects.toThrow(/damaged: delete the file/);
  });

  it('a directory that does not exist is refused with a sentence that says what to do', async () => {
    await expect(openEmbeddedReadModel({ path: join(directory, 'no', 'x.db') })).rejects.toThrow(
      /cannot be opened.*Check the directory/,
    );
  });

  it.each([
    ['throws', 'throw new Error("out of order")', /has ended \(Error: out of order\): restart/],
    ['exits', 'process.exit(3)', /has ended \(exit code 3\): restart/],
  ])(
    'when the thread %s, everything asked and to come is Unavailable, and the owner is told once',
    async (_, act, message) => {
      const code = `const { parentPort } = require('node:worker_threads');
      parentPort.on('message', () => { ${act} });
      parentPort.postMessage({ id: 0 });`;
      const deaths: Error[] = [];
      const engine = new ThreadEngine(new Worker(code, { eval: true }), (e) => deaths.push(e));
      await engine.opened;

      const asked = await Promise.allSettled([
        engine.call('ping', null),
        engine.call('ping', null),
      ]);
      const later = await engine.call('count', 'rows').catch((error: unknown) => error);
      await engine.close();

      for (const answer of asked)
        expect(answer).toMatchObject({ reason: { message: expect.stringMatching(message) } });
      expect(later).toBeInstanceOf(Unavailable);
      expect(deaths).toEqual([later]);
    },
  );
});
