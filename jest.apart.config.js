const all = require('./jest.config.js');

/** The black-box suite, and what only the processes apart can show, against one process per service and replica. */
module.exports = {
  ...all,
  // A deployment has nine processes: two at once would test the machine.
  maxWorkers: 1,
  globalSetup: '<rootDir>/e2e/src/apart/suite-setup.ts',
  globalTeardown: '<rootDir>/e2e/src/apart/suite-teardown.ts',
  roots: ['<rootDir>/e2e/src'],
  testMatch: ['**/e2e/src/{spec,exactness,client,apart}/**/*.spec.ts'],
};
