const { readFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');

const swcrc = JSON.parse(readFileSync(`${__dirname}/.swcrc`, 'utf8'));
delete swcrc.$schema;

module.exports = {
  globalSetup: '<rootDir>/tools/jest-global-setup.cjs',
  runtime: '<rootDir>/tools/jest-runtime.cjs',
  testEnvironment: '<rootDir>/tools/jest-environment.cjs',
  testEnvironmentOptions: { customExportConditions: ['@parapet/source', 'node', 'node-addons'] },
  testSequencer: '<rootDir>/tools/jest-sequencer.cjs',
  reporters: ['default', '<rootDir>/tools/jest-result.cjs'],
  roots: ['<rootDir>/apps', '<rootDir>/libs', '<rootDir>/e2e'],
  testMatch: ['**/*.spec.ts'],
  // Long beyond what any test needs on a machine that does many things.
  testTimeout: 600_000,
  // What packages keep of each file, like rules of its classes, goes with the worker.
  workerIdleMemoryLimit: '600MB',
  // Who waits for a house, a browser or a clock leaves the machine to others.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swcrc, swcrc: false, sourceMaps: 'inline' }] },
  modulePathIgnorePatterns: ['/dist/'],
  // It can only be imported, and what Jest makes of our imports is `require`.
  moduleNameMapper: {
    '^@octokit/webhooks-methods$': '<rootDir>/node_modules/@octokit/webhooks-methods/dist-node',
  },
};
