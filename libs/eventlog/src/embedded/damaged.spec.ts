import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '@parapet/contracts';
import { sampleEvent } from '../testing';
import { openEmbeddedEventLog } from './open-embedded-event-log';

const PAGE = 8_192;
const options = (path: string) => ({
  ...{ path, expires: false },
  logger: { warn: () => undefined, error: () => undefined },
});

describe('a log of which a page is damaged that is not read when the file is opened', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parapet-damaged-'));
    path = join(folder, 'log.db');
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Writes so many records, and then something else over the page of the first. */
  async function damaged(records: number): Promise<void> {
    const log = await openEmbeddedEventLog(options(path));
    const events = Array.from({ length: records }, (_, i) => {
      return { ...sampleEvent('a', i), json: JSON.stringify(`${i}: ${'.'.repeat(1_000)}`) };
    });
    await log.append('policies', events);
    await log.close();
    const bytes = await readFile(path);
    // Where the tree has grown, a copy is left at its root.
    const page = Math.floor(bytes.lastIndexOf('"0: ...') / PAGE);
    await writeFile(path, bytes.fill(7, page * PAGE, (page + 1) * PAGE));
  }

  it('is refused with what to do, and not waited for, where it tells how long the log is', async () => {
    await damaged(1);
    const error = await openEmbeddedEventLog(options(path)).catch((e: unknown) => e);
    expect(error).not.toBeInstanceOf(Unavailable);
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining(`the log ${path} is damaged: restore it from a backup`),
    );
  });

  it('is said with what to do when it is read', async () => {
    await damaged(100);
    const log = await openEmbeddedEventLog(options(path));
    const reading = log.read('policies', [0], [1])[Symbol.asyncIterator]().next();
    const error = await reading.catch((e: unknown) => e);
    await log.close();
    expect(error).toBeInstanceOf(Unavailable);
    expect(error).toHaveProperty(
      'message',
      expect.stringContaining('It is damaged: restore it from a backup'),
    );
  });
});
