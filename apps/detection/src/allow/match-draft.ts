import type { PolicyDocument } from '@parapet/contracts';
import type { ReadModel } from '@parapet/readmodel';
import type { IssueDocument } from '../issue/issue.collection';
import { ruleAbout } from '../issue/judge-issue';
import { lookThrough } from '../issue/look-through';
import { draftRules } from './draft-rules';
import { type MatchedIssueView, type MatchView, renderMatched } from './match.http';

/** Matches that are shown; all are counted. */
const MOST_SHOWN = 20;

/** Which of the newest issues the rules of a draft are about, whatever their status. Writes nothing. @throws Unavailable */
export async function matchDraft(store: ReadModel, draft: PolicyDocument): Promise<MatchView> {
  const rules = draftRules(draft);
  const data: MatchedIssueView[] = [];
  const matched = { issues: 0, occurrences: 0 };
  const look = (issue: IssueDocument): void => {
    if (!ruleAbout(issue, rules)) return;
    matched.issues += 1;
    matched.occurrences += issue.occurrences;
    if (data.length < MOST_SHOWN) data.push(renderMatched(issue));
  };
  return { ...(await lookThrough(store, { equal: {} }, look)), matched, data };
}
