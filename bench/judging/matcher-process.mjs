// Rules compiled, in a process of its own: asks which one decides, as the judge does.
import patterns from '../../libs/patterns/dist/index.js';
import { policiesOf, sightings } from './policies.mjs';

const { compileRules, normaliseName, parseAddress } = patterns;
const SEEN = 5_000;
const HITS = 0.5;

const policies = policiesOf(Number(process.argv[2]));
const began = process.cpuUsage();
const rules = compileRules(policies);
const { user, system } = process.cpuUsage(began);
const targets = sightings(policies, SEEN, HITS).map(({ metadata, subject }) => ({
  ...(metadata.destination && { domain: normaliseName(metadata.destination) }),
  ...{ ip: parseAddress(metadata.destination_ip), subject },
}));

/** @returns how many of them some rule is about */
function lookUp(count) {
  let found = 0;
  for (let i = 0; i < count; i += 1) {
    const target = targets[i % SEEN];
    if (rules.match(target)) found += 1;
  }
  return found;
}

process.once('disconnect', () => process.exit());
process.on('message', (count) => process.send({ found: lookUp(count) }));
process.send({ url: null, compiled: user + system });
