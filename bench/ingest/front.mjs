// The ingest process with another way of writing: `front.mjs at-once | grouped | one-by-one`.
import ingest from '../../apps/ingest/dist/index.js';
import groupCommit from '../../apps/ingest/dist/observation/group-commit.js';
import observationWriter from '../../apps/ingest/dist/observation/observation-writer.js';
import admission from '../../libs/chassis/dist/http/admission.js';
import chassis from '../../libs/chassis/dist/index.js';

const LIMITS = { groupItems: 500, groupBytes: 2 ** 20, queueItems: 10_000, queueBytes: 2 ** 25 };

const WRITERS = {
  /** Nothing is written, and each is answered at once. */
  'at-once': (writer) => {
    writer.record = async () => 'created';
  },
  /** Nothing is written, and those of a turn of the event loop are answered together. */
  grouped: (writer) => {
    const groups = new groupCommit.GroupCommit(async (group) => group.map(() => 'created'), LIMITS);
    writer.record = (observation) => groups.submit(observation, observation.event.json.length);
  },
  /** Each is written by itself, and the next one after it: an append and an insert per request. */
  'one-by-one': (writer) => {
    writer.groups.limits.groupItems = 1;
  },
};

const settings = chassis.readSettings(process.env);
const module = ingest.IngestModule;
const { app, url } = await chassis.start({ name: 'ingest', module, settings });
// What waits is meant to wait here, however long one by one takes.
app.get(admission.Admission, { strict: false }).askOf(() => false);
WRITERS[process.argv[2]](app.get(observationWriter.ObservationWriter, { strict: false }));
process.send({ url });
