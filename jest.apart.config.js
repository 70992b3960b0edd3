const all = require('./jest.config.js');

/** The black-box suite against one deployment: one process per service and replica. */
module.exports = {
  ...all,
  // They ask one deployment what there is in all of it: one after another.
  maxWorkers: 1,
  globalSetup: '<rootDir>/e2e/src/apart/suite-setup.ts',
  globalTeardown: '<rootDir>/e2e/src/apart/suite-teardown.ts',
  roots: ['<rootDir>/e2e/src'],
  testMatch: ['**/e2e/src/{spec,exactness,client}/**/*.spec.ts'],
};
