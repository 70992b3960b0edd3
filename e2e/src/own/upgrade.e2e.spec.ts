import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { connection, newAgent, recordNew } from '../house/actors';
import { openOwnHouse } from '../house/house';
import type { ListedEvent, Page } from '../house/shapes';

/** Makes the documents what a house left that did not know of events' verdicts yet. */
function withoutVerdicts(db: DatabaseSync): void {
  // Triggers first, then late indexes, then those of SQLite's own.
  const made = db
    .prepare(
      "select type, name from sqlite_master where name like 'observations.%verdict%' order by type desc",
    )
    .all();
  expect(new Set(made.map(({ type }) => type))).toEqual(new Set(['trigger', 'table', 'index']));
  for (const { type, name } of made) db.exec(`drop ${String(type)} "${String(name)}"`);
  db.exec("delete from late_ where of_table = 'observations'");
  db.exec('alter table observations drop column f_verdict');
}

/** Makes them what a house left that had each document as JSON (ADR 39). */
function asJson(db: DatabaseSync): void {
  const late = db.prepare("select name from late_ where of_table = 'observations'").all();
  for (const { name } of late)
    db.exec(
      `drop trigger "${String(name)}.deleted"; drop trigger "${String(name)}.changed"; drop table "${String(name)}"`,
    );
  db.exec(`
    delete from late_ where of_table = 'observations';
    create table old (row_id integer primary key, id text not null unique, doc text not null, f_verdict);
    insert into old select row_id, id, json_object('id', id), f_verdict from observations;
    drop table observations;
    alter table old rename to observations;
    create index "observations.verdict.at" on observations (f_verdict, id);
    pragma user_version = 1;
  `);
}

test.each([
  ['lists what the one before could not', withoutVerdicts],
  ['has its documents in another form', asJson],
])('after an upgrade to a house that %s, they are made again by themselves', async (_, older) => {
  const house = await openOwnHouse();
  const agent = await newAgent(house.admin);
  await recordNew(agent, connection('before.example.com'));
  await house.stop();
  const db = new DatabaseSync(join(house.dataDir, 'documents.sqlite'));
  older(db);
  db.close();
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
