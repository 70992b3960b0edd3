const { readFileSync } = require('node:fs');
const { default: Sequencer } = require('@jest/test-sequencer');

/** The last number is what counts where nothing else is asked for. */
const SAYS_HOW_LONG = /\bjest\.setTimeout\(.*?([\d_]+)\);/;

/**
 * Begins with what takes longest, so that nobody waits for it alone at the end: as Jest has seen it take before; on a new machine,
 * where it would go by the size of the file, by how long a file says that its tests may take.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const known = super.sort(tests);
    if (known.some(({ duration }) => duration !== undefined)) return known;
    return known
      .map((test) => ({ test, ms: mayTake(test.path) }))
      .sort((a, b) => b.ms - a.ms)
      .map(({ test }) => test);
  }
};

function mayTake(path) {
  const [, ms = '0'] = SAYS_HOW_LONG.exec(readFileSync(path, 'utf8')) ?? [];
  return Number(ms.replaceAll('_', ''));
}
