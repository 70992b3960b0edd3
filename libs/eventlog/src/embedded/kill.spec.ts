import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { idsOf, readAll, sampleEvents, Seen } from '../testing';
import { openEmbeddedEventLog } from './open-embedded-event-log';

const PROJECT = join(__dirname, '../..');
const silent = { warn: () => undefined, error: () => undefined };

/** Appends for ever on eight lanes; says the id of each event once it is acknowledged. */
const APPENDER = `
  const { openEmbeddedEventLog } = require('@parapet/eventlog');
  (async () => {
    const log = await openEmbeddedEventLog({ path: process.argv[1] });
    const lane = async (key) => {
      for (let n = 0; ; n++) {
        const meta = { id: key + '-' + n, type: 'T', schema: 1, time: new Date().toISOString(), actor: 'a', cause: null };
        await log.append('observations', [{ key, meta, json: '{}' }]);
        process.stdout.write(meta.id + '\\n');
      }
    };
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) void lane(key + process.pid);
  })();`;

/** Consumes; says what reached the handler, which never answers for the second batch. */
const CONSUMER = `
  const { openEmbeddedEventLog } = require('@parapet/eventlog');
  (async () => {
    const log = await openEmbeddedEventLog({ path: process.argv[1] });
    let batches = 0;
    log.consume('policies', 'group', async (records) => {
      for (const r of records) process.stdout.write(r.meta.id + '\\n');
      if (++batches > 1) await new Promise(() => {});
    }, { batch: 2 });
  })();`;

/** Runs the script until it has said `lines` lines, kills it, and answers all it said. */
async function killAfter(script: string, path: string, lines: number): Promise<readonly string[]> {
  const child: ChildProcess = spawn(process.execPath, ['-e', script, path], {
    cwd: PROJECT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('the child has an output');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  }
  if (child.signalCode === null) await once(child, 'exit');
  return said;
}

describe('kill -9', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parapet-kill-'));
    path = join(folder, 'log.db');
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('rule 22: what was acknowledged is there after a kill, once and in order', async () => {
    const acknowledged: string[] = [];
    for (const lines of [1, 40, 333, 1_000])
      acknowledged.push(...(await killAfter(APPENDER, path, lines)));
    const log = await openEmbeddedEventLog({ path, logger: silent });
    const records = await readAll(log, 'observations');
    const stored = new Set(idsOf(records));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(stored.size).toBe(records.length);
    for (const key of new Set(records.map((r) => r.key))) {
      const ofKey = idsOf(records.filter((r) => r.key === key));
      expect(ofKey).toEqual(ofKey.map((_, n) => `${key}-${n}`));
    }
    await log.close();
  });

  it('rule 22: a batch whose handler was killed comes again, what was stored before does not', async () => {
    const log = await openEmbeddedEventLog({ path, logger: silent });
    await log.append('policies', sampleEvents('a', 6));
    await log.close();
    expect(await killAfter(CONSUMER, path, 4)).toEqual(['a-0', 'a-1', 'a-2', 'a-3']);
    const again = await openEmbeddedEventLog({ path, logger: silent });
    const seen = new Seen();
    again.consume('policies', 'group', async (records) => seen.take(records));
    await seen.count(4);
    expect(seen.ids).toEqual(['a-2', 'a-3', 'a-4', 'a-5']);
    await again.close();
  });
});
