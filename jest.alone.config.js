const all = require('./jest.config.js');

/** All that needs no servers. The black-box suite asks a house that each worker has. */
module.exports = {
  ...all,
  globalSetup: '<rootDir>/e2e/src/house/suite-setup.ts',
  globalTeardown: '<rootDir>/e2e/src/house/suite-teardown.ts',
};
