import { answer } from '../answer';
import { AGENT_STATUSES, PLATFORMS } from '@parapet/contracts';
import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { allOf } from '../house/all-of';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { agentList, type AgentShown } from './agent-text';

/** Lists agents, newest first. */
export const listAgents = command({
  ...{ call: 'list', isDefault: true, meaning: 'agents, newest first' },
  options: {
    status: { type: 'string', choices: AGENT_STATUSES, describe: 'only those' },
    platform: { type: 'string', choices: PLATFORMS, describe: 'only those there' },
    cluster: { type: 'string', describe: 'only those of this cluster' },
    search: { type: 'string', describe: 'only those with this text in name, hostname or id' },
    ...{ ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ json, url, token, ...filters }, around) => {
    const { status, platform, cluster, search } = filters;
    const house = houseOf({ url, token }, around);
    const wanted = { status, platform, cluster, search };
    const agents = await allOf<AgentShown>(house, '/v1/agents', wanted);
    answer(around.terminal, agents, json, agentList);
  },
});
