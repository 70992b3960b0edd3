import {
  ISSUE_STATUSES,
  ISSUE_VERDICTS,
  isoTime,
  SEVERITIES,
  type Severity,
} from '@parapet/contracts';
import { openEmbeddedReadModel, type ReadModel } from '@parapet/readmodel';
import { type IssueDocument, ISSUES } from '../issue/issue.collection';
import { START } from './facts';

const HOUR_MS = 3_600_000;

/** The i-th of several values, so that all combinations of values of different lists occur among many. */
const turn = <T>(values: readonly [T, ...T[]], i: number): T =>
  values[i % values.length] ?? values[0];

/** The i-th of many issues: of every combination of severity, verdict, status, agent and destination, made an hour after each other. */
export function issueNumber(i: number): IssueDocument {
  const time = isoTime(START + i * HOUR_MS);
  const severity: Severity = turn(SEVERITIES, i);
  const destination = turn(['a.example', 'b.example', ''], Math.floor(i / 64));
  return {
    ...{ id: `issue_${i}`, title: `Issue ${i}`, severity, created_at: time },
    ...{ verdict: turn(ISSUE_VERDICTS, Math.floor(i / 4)) },
    ...{ status: turn(ISSUE_STATUSES, Math.floor(i / 8)) },
    ...{ agent_id: turn(['agent_1', 'agent_2'], Math.floor(i / 32)), micro_context: {} },
    ...(destination !== '' && { destination }),
    details: destination === '' ? {} : { domain: destination },
    why: { reason: 'no policy allows it', policy: null },
    subject: { platform: 'kubernetes', labels: {}, verdict: 'detected' },
    ...{ judged_at: 0, first_seen: time, last_seen: time, occurrences: 1 },
    ...{ version: 1, made_by: [], status_at: time, status_by: 'detection' },
    ...{ status_reason: null, ignored_until: null, applied: i },
  };
}

/** A store with these issues alone. */
export async function storeOf(issues: readonly IssueDocument[]): Promise<ReadModel> {
  const store = await openEmbeddedReadModel({ path: ':memory:' });
  await store.declare(ISSUES);
  await store.insert(ISSUES, issues);
  return store;
}

const EACH = {
  severity: ['', 'high'],
  verdict: ['', 'blocked'],
  status: ['', 'resolved'],
  agent_id: ['', 'agent_2', 'agent_none'],
  destination: ['', 'a.example'],
  since: ['', isoTime(START + 20 * HOUR_MS)],
  until: ['', isoTime(START + 150 * HOUR_MS)],
  search: ['', 'SUE 1'],
} as const;

type Filter = keyof typeof EACH;
/** Filters as a query has them. */
export type Filters = Readonly<Partial<Record<Filter, string>>>;

/** Every combination of the filters, each given and left out. */
export const allFilters = (): Filters[] =>
  Object.entries(EACH).reduce<Filters[]>(
    (before, [name, values]) =>
      before.flatMap((filters) =>
        values.map((value) => (value === '' ? filters : { ...filters, [name]: value })),
      ),
    [{}],
  );

/** Whether an issue is one of those that the filters mean, leaving out one of them. */
export function isMeant(issue: IssueDocument, filters: Filters, but?: Filter): boolean {
  const { since = '', until = '~', search = '', ...words } = filters;
  const meant = Object.entries(words).filter(([name]) => name !== but);
  return (
    meant.every(([name, word]) => Reflect.get(issue, name) === word) &&
    issue.title.toUpperCase().includes(search) &&
    issue.created_at > since &&
    issue.created_at <= until
  );
}
