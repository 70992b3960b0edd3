const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Tests run in the worker's own realm, where packages are loaded once (ADR 32). What a file leaves behind is undone after it. */
class OneRealmEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.conditions = projectConfig.testEnvironmentOptions.customExportConditions;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    this.before = { env: { ...process.env }, exit: process.exit, listeners: listenersOfProcess() };
  }

  async teardown() {
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    const { env, exit, listeners } = this.before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.exit = exit;
    for (const [name, now] of listenersOfProcess())
      for (const listener of now)
        if (!listeners.get(name)?.includes(listener)) process.removeListener(name, listener);
  }

  exportConditions() {
    return this.conditions;
  }

  getVmContext() {
    return globalThis;
  }
}

const listenersOfProcess = () =>
  new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));

module.exports = OneRealmEnvironment;
