const { mkdirSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

/** Leaves Jest's own counts in a file, for the closing line of `.ci/run`, and ends the process when nothing is left to do. */
module.exports = class JestResult {
  constructor() {
    // Only then: what a test leaves open keeps Jest from its end, and is to be seen. But Node 24 may turn in circles for ever, after
    // this, over a request of libuv that it has miscounted (`Environment::CleanupHandles`); to exit from here passes over that.
    // What Jest makes of failed tests it would set after us.
    process.once('exit', (code) => process.exit(code || (this.results?.success === false ? 1 : 0)));
  }

  onRunComplete(_, results) {
    const file = join(__dirname, '../node_modules/.cache/jest-result.json');
    mkdirSync(dirname(file), { recursive: true });
    const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites } = results;
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    this.results = results;
    writeFileSync(file, JSON.stringify({ passed, failed }));
  }
};
