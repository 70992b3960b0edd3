import { filterMistake } from './check-filter';

test.each([
  {},
  { min_severity: 'critical' },
  { verdicts: ['detected', 'blocked'] },
  { platforms: ['vanilla'], clusters: ['production', 'eu-west/1 b'] },
  { clusters: ['x'.repeat(1024)] },
  { clusters: Array.from({ length: 100 }, (_, i) => `cluster-${i}`) },
])('%j is a filter', (sent) => expect(filterMistake(sent)).toBeNull());

const SEVERITY = 'filter.min_severity must be one of critical, high, medium, low';
const VERDICTS =
  'filter.verdicts must be a list of at least one of detected, blocked, each once; leave it out to let every one through';
const CLUSTERS = 'filter.clusters must be a list of 1 to 100 names of clusters';

test.each([
  [null, 'filter must be an object; {} lets every issue through'],
  [[], 'filter must be an object; {} lets every issue through'],
  ['high', 'filter must be an object; {} lets every issue through'],
  [{ min_severity: 'urgent' }, SEVERITY],
  [{ min_severity: null }, SEVERITY],
  [{ min_severity: ['high'] }, SEVERITY],
  [{ verdicts: [] }, VERDICTS],
  [{ verdicts: null }, VERDICTS],
  [{ verdicts: 'blocked' }, VERDICTS],
  [{ verdicts: ['blocked', 'blocked'] }, VERDICTS],
  [{ verdicts: ['allowed'] }, VERDICTS],
  [{ verdicts: ['blocked', 'allowed'] }, VERDICTS],
  [{ platforms: ['host'] }, 'filter.platforms must be a list of at least one of github_actions, '],
  [{ clusters: [''] }, CLUSTERS],
  [{ clusters: [5] }, CLUSTERS],
  [{ clusters: ['a', 'a'] }, CLUSTERS],
  [{ clusters: ['x'.repeat(1025)] }, CLUSTERS],
  [{ clusters: Array.from({ length: 101 }, (_, i) => `cluster-${i}`) }, CLUSTERS],
  [{ severity: 'high' }, 'filter can only have min_severity, verdicts, platforms, clusters'],
  [{ constructor: 1 }, 'filter can only have min_severity, verdicts, platforms, clusters'],
])('%j is none: %s', (sent, sentence) => expect(filterMistake(sent)).toContain(sentence));
