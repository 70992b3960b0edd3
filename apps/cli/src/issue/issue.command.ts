import { answer } from '../answer';
import { command } from '../arguments/command';
import { group } from '../arguments/group';
import { ID } from '../arguments/id-words';
import { JSON_OPTION } from '../arguments/json-option';
import { HOUSE_OPTIONS, houseOf } from '../house/house-options';
import { changeIssues } from './change-issues.command';
import { issueWhole, type IssueWhole } from './issue-text';
import { listIssues } from './list-issues.command';
import { pathOf } from './path-of';

const show = command({
  ...{ call: 'show <id>', meaning: 'one of them: why it is one, evidence, what became of it' },
  words: ID,
  options: { ...JSON_OPTION, ...HOUSE_OPTIONS },
  run: async ({ id, json, ...at }, around) => {
    const issue = await houseOf(at, around).read<IssueWhole>(pathOf(id), { has: 'id' });
    answer(around.terminal, issue, json, issueWhole);
  },
});

/** What happened that was not expected. */
export const issueCommand = group('issue', 'issues: what happened that was not expected', [
  ...[listIssues, show, ...changeIssues],
]);
