import { ISSUE_STATUSES, ISSUE_VERDICTS, SEVERITIES } from '@parapet/contracts';
import { command } from '../arguments/command';
import { JSON_OPTION } from '../arguments/json-option';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { answerNewest, NEWEST_OPTIONS } from '../house/newest-of';
import { issueList, type IssueShown } from './issue-text';

/** Lists issues, newest first. */
export const listIssues = command({
  ...{ call: 'list', isDefault: true, meaning: 'issues, newest first' },
  options: {
    severity: { type: 'string', choices: SEVERITIES, describe: 'only those' },
    verdict: { type: 'string', choices: ISSUE_VERDICTS, describe: 'only those' },
    status: { type: 'string', choices: ISSUE_STATUSES, describe: 'only those' },
    agent: { type: 'string', describe: 'only those of the agent with this id' },
    destination: { type: 'string', describe: 'only those that went to this name or address' },
    search: { type: 'string', describe: 'only those with this text, in title, details or place' },
    ...{ ...NEWEST_OPTIONS, ...JSON_OPTION, ...HOUSE_OPTIONS },
  },
  run: async ({ json, url, token, limit, ...filters }, around) => {
    const { severity, verdict, status, agent: agent_id, destination, search } = filters;
    const { since, until } = filters;
    const wanted = { severity, verdict, status, agent_id, destination, search, since, until };
    const { terminal } = around;
    await answerNewest<IssueShown>(
      houseOf({ url, token }, around),
      { path: '/v1/issues', filters: wanted, limit },
      { json, lines: issueList(terminal) },
      terminal,
    );
  },
});
