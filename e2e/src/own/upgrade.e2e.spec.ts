import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connection, newAgent, recordNew } from '../house/actors';
import { openOwnHouse } from '../house/house';
import type { ListedEvent, Page } from '../house/shapes';

/** Makes the documents what a house left that did not know of events' verdicts yet. */
function asOlderCodeLeft(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'documents.sqlite'));
  const indexes = db
    .prepare(
      "select name from sqlite_master where type = 'index' and sql like '%f_verdict%' and tbl_name = 'observations'",
    )
    .all();
  expect(indexes.length).toBeGreaterThan(0);
  for (const { name } of indexes) db.exec(`drop index "${String(name)}"`);
  db.exec(
    "alter table observations drop column f_verdict; update observations set doc = json_remove(doc, '$.verdict')",
  );
  db.close();
}

test('after an upgrade to a house that lists what the one before could not, the documents are made again by themselves', async () => {
  const house = await openOwnHouse();
  const agent = await newAgent(house.admin);
  await recordNew(agent, connection('before.example.com'));
  await house.stop();
  asOlderCodeLeft(house.dataDir);
  await house.start();
  expect(house.output()).toContain('documents of an older version are made again from the log');
  for (const filter of ['', '&verdict=detected']) {
    const path = `/v1/events?agent_id=${agent.id}${filter}`;
    const { data } = (await house.admin.get<Page<ListedEvent>>(path)).body;
    expect([filter, data.map(({ metadata }) => metadata['destination'])]).toEqual([
      filter,
      ['before.example.com'],
    ]);
  }
  // Once is enough.
  await house.stop();
  await house.start();
  expect(house.output()).not.toContain('documents of an older version');
});
