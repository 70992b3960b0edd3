import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Whether the machine has a command of this name. */
export function has(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Runs a command to its end and resolves with what it wrote to stdout.
 * @param options `limit` in milliseconds (none by default), `cwd`, `env` (added to ours), `uid` and `gid`
 * @throws an Error with the command and the end of what it said
 */
export function run(command, args, { limit = 0, env = {}, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const settings = { ...options, env: { ...process.env, ...env }, timeout: limit };
    const child = execFile(command, args, { ...settings, maxBuffer: 64e6 }, (error, out, err) => {
      if (!error) return resolve(out);
      const said = `${out}\n${err}`.trim().split('\n').slice(-12).join('\n');
      reject(new Error(`\`${command} ${args.join(' ')}\` failed:\n${said || error.message}`));
    });
    child.stdin?.end();
  });
}
