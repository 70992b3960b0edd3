import { randomUUID } from 'node:crypto';
import { AGENT_KINDS } from '@parapet/contracts';
import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { untilKnown } from '../house/until-known';
import { sayShownOnce } from '../shown-once';
import { Misuse } from '../surroundings';

/** `key=value` each, and each key once. @throws Misuse */
function labelsOf(labels: readonly string[]): Record<string, string> {
  const pairs = new Map<string, string>();
  for (const label of labels) {
    const [key = '', ...value] = label.split('=');
    if (key === '' || value.length === 0)
      throw new Misuse(`A label is written like cluster=production, not ${label}.`);
    if (pairs.has(key)) throw new Misuse(`The label ${key} is given twice: give it once.`);
    pairs.set(key, value.join('='));
  }
  return Object.fromEntries(pairs);
}

/** Makes an agent, and answers its token. */
export const createAgent = command({
  ...{ call: 'create <name>', meaning: 'makes an agent and the token that it sends with' },
  words: { name: { type: 'string', demandOption: true, describe: 'how people know it' } },
  options: {
    kind: {
      ...{ type: 'string', choices: AGENT_KINDS, demandOption: true },
      describe: 'where it runs',
    },
    os: { type: 'string', default: 'linux', describe: 'its operating system' },
    ip: { type: 'string', describe: 'its address' },
    label: { type: 'string', array: true, describe: 'like cluster=production; once for each' },
    ...{ ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ name, kind, os, ip, label = [], json, ...at }, around) => {
    const asked = { name, kind, os, ip, labels: labelsOf(label) };
    const headers = { 'idempotency-key': randomUUID() };
    const request = { method: 'POST', headers, json: asked, has: 'token' } as const;
    const house = houseOf(at, around);
    const made = await untilKnown(() => house.read<AgentMade>('/v1/agents', request));
    if (json) return around.terminal.out(JSON.stringify(made, null, 2));
    around.terminal.say(`${made.id} is there.`);
    sayShownOnce(around.terminal, made.token);
  },
});

interface AgentMade {
  readonly id: string;
  readonly token: string;
}
