import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Advice } from '../../../tools/servers/advice.mjs';

/** What a machine must have, and how it gets it. */
const PROGRAMS = {
  falcosidekick: {
    setting: 'FALCOSIDEKICK',
    names: ['falcosidekick'],
    get: 'run `CGO_ENABLED=0 go build .` in a checkout of falcosecurity/falcosidekick at tag 2.34.1',
  },
  alertmanager: {
    setting: 'ALERTMANAGER',
    names: ['prometheus-alertmanager', 'alertmanager'],
    get: 'run `apt-get install prometheus-alertmanager`',
  },
};

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Where a program of others is on this machine: where its setting says, or on the PATH.
 * @param name `falcosidekick` or `alertmanager`
 * @throws Advice that says how to get it
 */
export function programOf(name) {
  const { setting, names, get } = PROGRAMS[name];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) => names.map((file) => join(folder, file)));
  const found = [process.env[setting], ...onPath].find((path) => path && isProgram(path));
  if (!found)
    throw new Advice(
      `${name} is missing: ${get}, and set ${setting} to it where the PATH does not`,
    );
  return found;
}
