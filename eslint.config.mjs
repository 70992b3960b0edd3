import js from '@eslint/js';
import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** Which kind of project may import which. Proven to bite by `tools/boundary-canary.mjs`. */
const boundaries = [
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:lib'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:lib', 'type:pages'] },
  { sourceTag: 'type:host', onlyDependOnLibsWithTags: ['type:lib', 'type:service'] },
  { sourceTag: 'type:pages', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:lib'] },
];

/** @param allow imports that are no matter of projects, as regular expressions */
const boundaryRule = (allow) => [
  'error',
  {
    allow,
    enforceBuildableLibDependency: false,
    banTransitiveDependencies: true,
    // A worker's entry is resolved by the package's own name: source has none beside it.
    allowCircularSelfDependency: true,
    depConstraints: boundaries,
  },
];

/** Drivers stay in their folders. */
const drivers = {
  paths: [
    { name: 'kafkajs', message: 'Only libs/eventlog/src/kafka knows Kafka.' },
    { name: 'mongodb', message: 'Only libs/readmodel/src/mongodb knows MongoDB.' },
  ],
};

/** Whoever serves does without the library of the API document (ADR 33), and without that of traces unless asked for (ADR 34). */
const libraries = {
  paths: [
    ...drivers.paths,
    {
      name: '@nestjs/swagger',
      message: 'Decorators come from @parapet/contracts/openapi; only the document needs it.',
    },
  ],
  patterns: [
    {
      group: ['@opentelemetry/*'],
      message:
        'Only libs/chassis/src/tracing/otlp knows it: nothing of it is loaded unless asked for.',
    },
  ],
};

export default tseslint.config(
  {
    ignores: ['**/dist', '**/node_modules', '.nx', 'coverage', 'apps/dashboard/src/api/generated'],
  },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [js.configs.recommended, tseslint.configs.recommended],
    languageOptions: {
      parserOptions: { project: './tsconfig.node.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      'max-lines': ['error', 250],
      complexity: ['error', 10],
      'max-params': ['error', 4],
      'max-depth': ['error', 3],
      'no-restricted-imports': ['error', libraries],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@nx/enforce-module-boundaries': boundaryRule([]),
    },
  },
  {
    files: ['libs/eventlog/src/kafka/**', 'libs/readmodel/src/mongodb/**'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['libs/contracts/src/openapi.ts', 'libs/chassis/src/openapi/{about,create-openapi*}.ts'],
    rules: { 'no-restricted-imports': ['error', drivers] },
  },
  {
    files: ['libs/chassis/src/tracing/otlp/**'],
    rules: { 'no-restricted-imports': ['error', { paths: libraries.paths }] },
  },
  {
    // Tests from outside, and of what a shared server cannot show, start servers of their own.
    files: ['e2e/**/*.ts', 'libs/**/*.servers.spec.ts'],
    rules: { '@nx/enforce-module-boundaries': boundaryRule(['^(\\.\\./)+tools/']) },
  },
  {
    // What others send is read in time that grows with its length.
    files: ['{apps,libs}/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/testing/**', 'apps/{cli,dashboard}/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // Pages are for browsers, and are checked as such. The router takes what is thrown for where to go.
    files: ['apps/dashboard/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: {
      parserOptions: { project: './apps/dashboard/tsconfig.json' },
    },
  },
  prettier,
);
