// Detection over the storage that its environment names, without ingest, notifier and HTTP: judges what waits in the log. Asked
// for a number it begins, and answers when so many observations are judged, what came of them written, and its progress stored.
import { setTimeout as wait } from 'node:timers/promises';
import chassis from '../../libs/chassis/dist/index.js';
import houses from '../../libs/chassis/dist/process/house.js';
import detection from '../../apps/detection/dist/index.js';

/** A look asks the log for its ends: on Kafka that is a request a topic. */
const LOOK_MS = 25;
const KINDS = { judging: ['reactor'], everything: ['reactor', 'projection'] };

const house = await houses.openHouse({
  modules: [detection.DetectionModule],
  settings: chassis.readSettings(process.env),
  ...{ clock: chassis.systemClock, expires: false, logger: false, kinds: KINDS[process.argv[2]] },
});
let consuming;

async function judged() {
  const progress = await house.consumers.progress();
  return progress.find(({ group }) => group === 'detection.issues').done;
}

async function until(count) {
  consuming ??= house.consume();
  await consuming;
  for (;;) {
    const done = await judged();
    if (done >= count) return done;
    await wait(LOOK_MS);
  }
}

process.once('disconnect', () => process.exit());
process.on('message', async (count) => process.send({ done: await until(count) }));
process.send({ url: null });
