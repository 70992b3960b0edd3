import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Written by the reporter for each run of Jest, and by us for all of them. */
const file = fileURLToPath(new URL('../../node_modules/.cache/jest-result.json', import.meta.url));

/** Sums what the tiers counted. */
export class Tally {
  lines = [];
  passed = 0;
  failed = 0;

  constructor() {
    rmSync(file, { force: true });
  }

  /** Takes over the counts that Jest has left. A run that failed without a failed test counts as one. */
  add(name, code, milliseconds) {
    const { passed, failed } = this.read();
    const faults = code !== 0 && failed === 0 ? 1 : failed;
    this.passed += passed;
    this.failed += faults;
    const seconds = Math.round(milliseconds / 1000);
    this.lines.push(`${name}: ${passed} passed, ${faults} failed, ${seconds} s`);
  }

  /** Something kept tests from being run. */
  fault(message) {
    this.failed += 1;
    this.lines.push(message);
  }

  /** Leaves the sums where `.ci/run` looks for them, says them, and returns the exit code. */
  close() {
    const { passed, failed } = this;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ passed, failed }));
    console.error(['', ...this.lines, ''].join('\n'));
    return failed === 0 && passed > 0 ? 0 : 1;
  }

  read() {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return { passed: 0, failed: 0 };
    } finally {
      rmSync(file, { force: true });
    }
  }
}
