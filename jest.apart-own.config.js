const all = require('./jest.config.js');

/** What opens processes apart of its own, and ends them at times. */
module.exports = {
  ...all,
  // A deployment has nine processes: two at once would test the machine.
  maxWorkers: 1,
  roots: ['<rootDir>/e2e/src/apart'],
};
