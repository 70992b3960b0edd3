// Reads the observations in the file of a log, 500 at a time, and parses each: what it costs to look at them at all.
import { DatabaseSync } from 'node:sqlite';

const PARTITIONS = 6;
const AT_ONCE = 500;

const db = new DatabaseSync(process.argv[2], { readOnly: true });

function* batches() {
  for (let partition = 0; partition < PARTITIONS; partition += 1) {
    const table = `"observations/${partition}"`;
    const read = db.prepare(
      `select offset, json from ${table} where offset >= ? order by offset limit ?`,
    );
    for (let rows, next = 0; (rows = read.all(next, AT_ONCE)).length > 0;) {
      yield rows.map(({ json }) => JSON.parse(json));
      next = rows.at(-1).offset + 1;
    }
  }
}

const reading = batches();
let done = 0;

function until(count) {
  while (done < count) {
    const { value, done: ended } = reading.next();
    if (ended) throw new Error(`only ${done} observations were there`);
    done += value.filter(({ observation_id }) => observation_id !== undefined).length;
  }
  return done;
}

process.once('disconnect', () => process.exit());
process.on('message', (count) => process.send({ done: until(count) }));
process.send({ url: null });
