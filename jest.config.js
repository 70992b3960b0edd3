const { readFileSync } = require('node:fs');

const swcrc = JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8'));
delete swcrc.$schema;

module.exports = {
  globalSetup: '<rootDir>/tools/jest-global-setup.cjs',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@parapet/source', 'node', 'node-addons'] },
  reporters: ['default', '<rootDir>/tools/jest-result.cjs'],
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/e2e'],
  testMatch: ['**/*.spec.ts'],
  testTimeout: 30_000,
  maxWorkers: '100%',
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcrc, swcrc: false, sourceMaps: 'inline' }] },
  modulePathIgnorePatterns: ['/dist/'],
  // It can only be imported, and what Jest makes of our imports is `require`.
  moduleNameMapper: {
    '^@octokit/webhooks-methods$': '<rootDir>/node_modules/@octokit/webhooks-methods/dist-node',
  },
};
