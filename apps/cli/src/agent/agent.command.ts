import { answer } from '../answer';
import { AGENT_MODES } from '@parapet/contracts';
import { command } from '../arguments/command';
import { group } from '../arguments/group';
import { ID, IDS } from '../arguments/id-words';
import { JSON_OPTION } from '../arguments/json-option';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { plainJson } from '../plain-text';
import { removeEach } from '../remove-each';
import { sayShownOnce } from '../shown-once';
import { wholeText } from '../whole-text';
import { createAgent } from './create-agent.command';
import { listAgents } from './list-agents.command';

const ASKED = { ...JSON_OPTION, ...HOUSE_OPTIONS };
const pathOf = (id: string): string => `/v1/agents/${encodeURIComponent(id)}`;

const show = command({
  ...{ call: 'show <id>', meaning: 'one of them, whole', words: ID, options: ASKED },
  run: async ({ id, json, ...at }, around) => {
    const agent = await houseOf(at, around).read<AgentWhole>(pathOf(id), { has: 'id' });
    answer(around.terminal, agent, json, wholeText);
  },
});

const rotate = command({
  ...{ call: 'rotate <id>', words: ID, options: ASKED },
  meaning: 'gives it another token; the one before stops working at once',
  run: async ({ id, json, ...at }, around) => {
    const request = { method: 'POST', has: 'token' } as const;
    const made = await houseOf(at, around).read<{ token: string }>(`${pathOf(id)}/token`, request);
    if (json) around.terminal.out(JSON.stringify(made, null, 2));
    else sayShownOnce(around.terminal, made.token);
  },
});

const mode = command({
  ...{ call: 'mode <id> <mode>', meaning: 'says whether it blocks or only tells', options: ASKED },
  words: {
    ...ID,
    mode: { type: 'string', demandOption: true, choices: AGENT_MODES, describe: 'from now on' },
  },
  run: async ({ id, mode: wanted, json, ...at }, around) => {
    const request = { method: 'PATCH', json: { mode: wanted }, has: 'id' } as const;
    const agent = await houseOf(at, around).read<AgentWhole>(pathOf(id), request);
    if (json) around.terminal.out(plainJson(agent, 2));
    else around.terminal.say(`${id} is told to ${wanted}`);
  },
});

const remove = command({
  ...{ call: 'delete <ids..>', meaning: 'deletes them; their tokens stop working at once' },
  words: IDS,
  options: ASKED,
  run: async ({ ids, json, ...at }, around) => {
    const removal = { ids, pathOf, done: 'deleted', json } as const;
    return removeEach(houseOf(at, around), removal, around.terminal);
  },
});

/** All that the API says of an agent. */
interface AgentWhole {
  readonly id: string;
}

/** What sends observations. */
export const agentCommand = group('agent', 'agents: what sends observations', [
  ...[createAgent, listAgents, show, rotate, mode, remove],
]);
