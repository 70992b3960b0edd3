import { type PolicyDocument, Problem } from '@parapet/contracts';
import { checkPolicy, destinationOf, PolicyProblem, type RuleSet } from '@parapet/patterns';
import { destinationIn } from '../issue/destination-in';
import type { IssueDocument } from '../issue/issue.collection';
import { ruleAbout } from '../issue/judge-issue';
import { plain } from '../issue/plain-text';
import { type AllowScope, allowScopes } from './allow-scopes';
import { draftRules } from './draft-rules';
import { parentDomain } from './parent-domain';
import type { ProposalView } from './proposal.http';

const LONGEST_NAME = 200;
/** What names one destination alone has none of these: an agent may call its own as a pattern is written. */
const OF_PATTERNS = /[*/]/;

/**
 * Policies that would allow what an issue is about, the narrowest first: its destination alone before everything beside it, fewer
 * agents before more. Each can be created as it is, and would have kept the issue away.
 * @throws Problem `conflict` where no policy can
 */
export function proposePolicies(issue: IssueDocument, rules: RuleSet): ProposalView[] {
  const destination = destinationIn(issue.details);
  if (destination === undefined)
    throw new Problem(
      'conflict',
      'This issue went nowhere: policies allow destinations, and it has none',
      'resolve or ignore it by PATCH /v1/issues/{id}',
    );
  refuseBlocked(issue, rules);
  const scopes = allowScopes(issue.subject);
  const about = (patterns: readonly string[]): ProposalView[] =>
    scopes
      .map((scope) => proposal(issue, patterns, scope))
      .filter(({ policy }) => isRight(policy, issue));
  const beside = parentOf(issue);
  const proposals = [...about(named(issue)), ...about(beside === null ? [] : [`*.${beside}`])];
  if (proposals.length > 0) return proposals;
  // It has no name, or what was sent as its name may be none.
  const byAddress = about(reached(issue));
  if (byAddress.length > 0) return byAddress;
  throw new Problem(
    'conflict',
    `No policy can allow ${plain(destination)}: it is this very host, or no name that a rule could match`,
    'resolve or ignore it by PATCH /v1/issues/{id}',
  );
}

/** A block rule wins over whatever allows. */
function refuseBlocked(issue: IssueDocument, rules: RuleSet): void {
  const block = ruleAbout(issue, rules);
  if (block?.type !== 'block') return;
  throw new Problem(
    'conflict',
    `The policy "${plain(block.name)}" (${block.id}) blocks it by ${block.pattern}, and block rules win over allow rules`,
    'change or disable that policy',
  );
}

const named = ({ details: { domain } }: IssueDocument): readonly string[] =>
  domain === undefined || OF_PATTERNS.test(domain) ? [] : [domain];

/** All addresses: what allows one of them allows no issue in which another was reached. */
const reached = ({
  details: { ip },
  subject: { besides = [] },
}: IssueDocument): readonly string[] => (ip === undefined ? [] : [ip, ...besides]);

function parentOf({ details }: IssueDocument): string | null {
  const found = destinationOf('', { destination: details.domain });
  return found?.wellFormed && found.domain !== undefined ? parentDomain(found.domain) : null;
}

function proposal(
  { id, title }: IssueDocument,
  patterns: readonly string[],
  { words, selector }: AllowScope,
): ProposalView {
  const where = `${patterns.join(', ')} for ${words}`;
  const policy: PolicyDocument = {
    name: plain(`Allow ${where}`).slice(0, LONGEST_NAME).toWellFormed(),
    type: 'allow',
    ...(selector ? { scope: 'selected', selector } : { scope: 'global' }),
    rules: patterns.map((pattern) => ({ pattern, comment: plain(`from ${id}: ${title}`) })),
    enabled: true,
  };
  return { label: plain(where), policy };
}

/** Whether it can be created, and allows what it should: labels and names are what an agent said. */
function isRight(policy: PolicyDocument, issue: IssueDocument): boolean {
  try {
    return ruleAbout(issue, draftRules(checkPolicy(policy))) !== null;
  } catch (error) {
    if (error instanceof PolicyProblem) return false;
    throw error;
  }
}
