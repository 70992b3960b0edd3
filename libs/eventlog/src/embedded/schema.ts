import type { DatabaseSync } from 'node:sqlite';
import type { Layout } from './store-protocol';

const FORMAT = 1;

/** The table of one partition. Its own table, so that every insert is at the end of a tree. */
export const tableOf = (topic: string, partition: number): string => `"${topic}/${partition}"`;

/**
 * Sets the file up and creates what is missing. Few pages are kept: what is appended is read once more at most, in order.
 * @throws Error with a sentence when the file was written with another format or another number of partitions.
 */
export function prepare(db: DatabaseSync, layout: Layout): void {
  db.exec(`
    pragma page_size = 8192;
    pragma locking_mode = exclusive;
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma journal_size_limit = 67108864;
    pragma cache_size = -2048;
  `);
  // Takes the lock that keeps a second process out for as long as the file is open.
  db.exec('begin immediate');
  checkFormat(db);
  db.exec(`
    create table if not exists topics(name text primary key, partitions integer not null) strict, without rowid;
    create table if not exists ends(
      topic text, partition integer, next integer not null, primary key(topic, partition)
    ) strict, without rowid;
    create table if not exists progress(
      topic text, consumers text, partition integer, next integer not null, primary key(topic, consumers, partition)
    ) strict, without rowid;
  `);
  for (const [topic, partitions] of Object.entries(layout)) addTopic(db, topic, partitions);
  db.exec('commit');
}

function checkFormat(db: DatabaseSync): void {
  const version = db.prepare('pragma user_version').get()?.['user_version'];
  if (version === FORMAT) return;
  if (version !== 0)
    throw new Error(
      `the log file has format ${version}, this version of Parapet reads format ${FORMAT}: start the version that wrote it`,
    );
  db.exec(`pragma user_version = ${FORMAT}`);
}

function addTopic(db: DatabaseSync, topic: string, partitions: number): void {
  const stored = db.prepare('select partitions from topics where name = ?').get(topic);
  if (stored && stored['partitions'] !== partitions)
    throw new Error(
      `topic ${topic} is stored with ${stored['partitions']} partitions and this version of Parapet expects ${partitions}: ` +
        'the number is fixed for life, start the version that wrote the log',
    );
  db.prepare('insert or ignore into topics values(?, ?)').run(topic, partitions);
  for (let partition = 0; partition < partitions; partition++)
    db.exec(`create table if not exists ${tableOf(topic, partition)}(
      offset integer primary key, key text not null, id text not null, type text not null, schema integer not null,
      time text not null, actor text not null, cause text, json text not null
    ) strict`);
}
