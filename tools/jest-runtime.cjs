const { sep } = require('node:path');
const { compileFunction, constants } = require('node:vm');
const { default: Runtime } = require('jest-runtime');

const PACKAGES = `${sep}node_modules${sep}`;
/** What Jest itself loads for each file: it knows which file it is of. */
const OF_JEST = /[\\/]node_modules[\\/](?:@jest[\\/]|expect[\\/]|jest-)/;

/**
 * Loads a package once per worker, by Node itself, and our own sources once per test file, as Jest does (ADR 32). A package
 * cannot be replaced by `jest.mock`; what is of ours can.
 */
class OneRealmRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor } = this;
    executor.compile = (source, filename) =>
      compileFunction(source, executor.injectedModuleParameters, {
        filename,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
  }

  requireModuleOrMock(from, name) {
    if (!name || this._resolution.isCoreModule(name)) return super.requireModuleOrMock(from, name);
    const path = this._resolution.resolveCjs(from, name);
    return isLoadedOnce(path) ? require(path) : super.requireModuleOrMock(from, name);
  }
}

/** Workspace packages resolve to where they lie, not to `node_modules`; our `.mjs` are tools, without state. */
const isLoadedOnce = (path) =>
  path.endsWith('.mjs') || (path.includes(PACKAGES) && !OF_JEST.test(path));

module.exports = OneRealmRuntime;
