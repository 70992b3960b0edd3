import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connection, newAgent, recordNew } from '../house/actors';
import { openOwnHouse } from '../house/house';
import type { ListedEvent, Page } from '../house/shapes';

/** Makes the documents what a house left that did not know of events' verdicts yet. */
function asOlderCodeLeft(dataDir: string): void {
  const db = new DatabaseSync(join(dataDir, 'documents.sqlite'));
  // Triggers first, then late indexes, then those of SQLite's own.
  const made = db
    .prepare(
      "select type, name from sqlite_master where name like 'observations.%verdict%' order by type desc",
    )
    .all();
  expect(new Set(made.map(({ type }) => type))).toEqual(new Set(['trigger', 'table', 'index']));
  for (const { type, name } of made) db.exec(`drop ${String(type)} "${String(name)}"`);
  db.exec("delete from late_ where of_table = 'observations'");
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
