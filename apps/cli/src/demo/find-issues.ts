import type { IssueDetails, IssueStatus, IssueVerdict, Severity } from '@parapet/contracts';
import { allOf } from '../house/all-of';
import type { HouseClient } from '../house/house-client';
import type { Planted } from './day/planted';
import type { AgentName } from './fleet';
import type { Enrolled } from './house/enrol';

/** An issue that the house raised of the fleet. */
export interface Found {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly verdict: IssueVerdict;
  readonly status: IssueStatus;
  readonly occurrences: number;
  readonly agent: AgentName;
  /** The program that did it. */
  readonly process: string | null;
  /** Why it is one, in a sentence. */
  readonly why: string;
  /** Why its status is what it is, where somebody said so. */
  readonly reason: string | null;
}

interface Listed {
  readonly id: string;
  readonly micro_context: { readonly node?: string };
}

interface InFull extends Omit<Found, 'agent' | 'process' | 'why' | 'reason'> {
  readonly details: IssueDetails;
  readonly agent_id: string;
  readonly why: { readonly reason: string };
  readonly status_reason: string | null;
}

/** Everything that the house raised of these agents, the newest first. Costs a request a page, and one an issue. */
export async function findIssues(admin: HouseClient, fleet: readonly Enrolled[]): Promise<Found[]> {
  const byId = new Map(fleet.map(({ id, name }) => [id, name]));
  const nodes = new Set<string>(byId.values());
  const [since] = fleet.map(({ createdAt }) => createdAt).toSorted();
  const listed = await allOf<Listed>(admin, '/v1/issues', { since });
  const ours = listed.filter(({ micro_context: { node = '' } }) => nodes.has(node));
  const found = await Promise.all(
    ours.map(async ({ id }) => {
      const issue = await admin.read<InFull>(`/v1/issues/${id}`);
      const agent = byId.get(issue.agent_id);
      return agent === undefined ? [] : [foundOf(issue, agent)];
    }),
  );
  return found.flat();
}

const foundOf = (issue: InFull, agent: AgentName): Found => ({
  ...{ id: issue.id, title: issue.title, severity: issue.severity, status: issue.status },
  ...{ verdict: issue.verdict, occurrences: issue.occurrences, agent },
  process: issue.details.process ?? null,
  ...{ why: issue.why.reason, reason: issue.status_reason },
});

/** What was found, held against what was planted. */
export interface Verdict {
  readonly missing: readonly Planted[];
  /** Raised of what is ordinary. */
  readonly unexpected: readonly Found[];
}

/** Whether each planted thing is an issue of its severity that counts every observation of it, and nothing else is one. */
export function judge(found: readonly Found[], planted: readonly Planted[]): Verdict {
  const isFor = (issue: Found, plant: Planted): boolean =>
    issue.agent === plant.agent && issue.title === plant.title;
  const isWhole = (issue: Found, plant: Planted): boolean =>
    isFor(issue, plant) &&
    issue.severity === plant.severity &&
    issue.occurrences === plant.moments.length;
  return {
    missing: planted.filter((plant) => !found.some((issue) => isWhole(issue, plant))),
    unexpected: found.filter((issue) => !planted.some((plant) => isFor(issue, plant))),
  };
}
