import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Unavailable } from '@parapet/contracts';
import { collection } from '../collection';
import { openEmbeddedReadModel } from './open-embedded-read-model';

interface Row {
  readonly id: string;
  readonly text: string;
}
const ROWS = collection<Row>({ name: 'rows', indexes: [] });
const PAGE = 4_096;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'read-model-'));
});
afterEach(() => rm(directory, { recursive: true }));

test('a page that is damaged, and not read when the file is opened, is said with what to do when it is read', async () => {
  const path = join(directory, 'documents.sqlite');
  const whole = await openEmbeddedReadModel({ path });
  await whole.declare(ROWS);
  const rows = Array.from({ length: 100 }, (_, i) => ({ id: `${i}`, text: '.'.repeat(1_000) }));
  await whole.insert(ROWS, rows);
  await whole.close();
  const bytes = await readFile(path);
  const page = Math.floor(bytes.lastIndexOf('{"id":"50"') / PAGE);
  await writeFile(path, bytes.fill(7, page * PAGE, (page + 1) * PAGE));

  const damaged = await openEmbeddedReadModel({ path });
  await damaged.declare(ROWS);
  const [there, gone] = await Promise.allSettled([damaged.get(ROWS, '1'), damaged.get(ROWS, '50')]);
  await damaged.close();
  expect(there).toMatchObject({ value: rows[1] });
  expect(gone).toMatchObject({ reason: expect.any(Unavailable) });
  expect(String(Reflect.get(gone, 'reason'))).toContain(
    'is damaged: stop this process, delete the file and start it again',
  );
});
