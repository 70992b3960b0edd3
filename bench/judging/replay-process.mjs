// Texts of stored observations, in memory: parses them, or judges them by the policies that stand and one that is not there yet.
import contracts from '../../libs/contracts/dist/index.js';
import patterns from '../../libs/patterns/dist/index.js';
import catalogs from '../../apps/detection/dist/catalog/read-catalog.js';
import judging from '../../apps/detection/dist/issue/judge-observation.js';
import { POLICIES, recordedObservations } from './observations.mjs';

const KEPT = 20_000;
const DRAFT_RULES = 100;

const records = [...recordedObservations(KEPT)].map((event, offset) => ({
  ...event,
  position: { topic: 'observations', partition: 0, offset },
}));
const rules = Array.from({ length: DRAFT_RULES }, (_, n) => ({ pattern: `*.draft-${n}.example` }));
const draft = { ...POLICIES[0], id: 'draft', name: 'draft', rules };
const law = {
  rules: patterns.compileRules([...POLICIES, draft]),
  catalog: catalogs.readCatalog(null),
};

const SIDES = {
  parse: ({ json }) => JSON.parse(json).body.verdict === 'detected',
  replay: (record) => judging.judgeObservation(contracts.decode(record).event.data, law) !== null,
};
const look = SIDES[process.argv[2]];
let done = 0;
let found = 0;

process.once('disconnect', () => process.exit());
process.on('message', (count) => {
  for (; done < count; done += 1) if (look(records[done % KEPT])) found += 1;
  process.send({ done, found });
});
process.send({ url: null });
