import {
  evolveIssue,
  type Issue,
  ISSUE_VERDICTS,
  type IssueEvent,
  isoTime,
  SEVERITIES,
  type Webhook,
  type WebhookFilter,
} from '@parapet/contracts';
import fc from 'fast-check';
import { issueCreated, issueRecurred, issueResolved, recordedAt } from '../testing/issue-facts';
import { foldTransitions } from './fold-transitions';
import { passesFilter } from './passes-filter';
import { planDeliveries } from './plan-deliveries';
import type { FoldedIssue } from './transition.collection';

const ID = 'issue_1';
const BEGIN = Date.parse('2026-01-01T00:00:00Z');
const at = (second: number): string => isoTime(BEGIN + second * 1_000);

/** It is seen, perhaps with an observation that was received some seconds ago, or it is resolved. */
const HAPPENING = fc.record({
  severity: fc.constantFrom(...SEVERITIES),
  verdict: fc.constantFrom(...ISSUE_VERDICTS),
  late: fc.nat(3),
  resolves: fc.boolean(),
});
type Happening = typeof HAPPENING extends fc.Arbitrary<infer T> ? T : never;
const FILTER: fc.Arbitrary<WebhookFilter> = fc.record(
  {
    min_severity: fc.constantFrom(...SEVERITIES),
    verdicts: fc.constantFrom(...ISSUE_VERDICTS).map((verdict) => [verdict]),
  },
  { requiredKeys: [] },
);

function factOf({ severity, verdict, late, resolves }: Happening, nth: number, issue?: Issue) {
  if (!issue) return issueCreated(ID, at(nth));
  if (resolves) return issueResolved(ID, issue.version + 1, at(nth));
  const recurred = issueRecurred(ID, at(nth - late));
  return { ...recurred, time: at(nth), data: { ...recurred.data, severity, verdict } };
}

/** The facts, and what the issue was after each. */
function historyOf(happenings: readonly Happening[]) {
  const [facts, states]: [IssueEvent[], Issue[]] = [[], []];
  happenings.forEach((happening, nth) => {
    const fact = factOf(happening, nth, states.at(-1));
    const now = evolveIssue(states.at(-1), fact);
    if (now) states.push(now);
    facts.push(fact);
  });
  return { facts, states };
}

const webhook = (filter: WebhookFilter): Webhook => ({
  ...{ id: 'webhook_1', version: 1, made_by: [], url: 'https://receiver.example/', filter },
  ...{ events: ['issue.created'], description: '', enabled: true, secret_sealed: '', from: [] },
  ...{ created_at: '', updated_at: '', since: '', disabled_reason: null },
});

/** Positions of the facts that a webhook is told of, in batches of a size. */
function toldOf(facts: readonly IssueEvent[], filter: WebhookFilter, size: number): string[] {
  let issues: ReadonlyMap<string, FoldedIssue> = new Map();
  const told: string[] = [];
  const records = facts.map((fact, offset) => recordedAt(fact, offset));
  for (let i = 0; i < records.length; i += size) {
    const folded = foldTransitions(issues, records.slice(i, i + size));
    ({ issues } = folded);
    for (const transition of folded.transitions) {
      const position = { topic: 'issues', partition: 0, offset: 0 } as const;
      const context = {
        ...{
          webhooks: [webhook(filter)],
          publicUrl: '',
          now: BEGIN,
          believed: null,
          firstDelayMs: 0,
        },
        newFact: () => ({ id: '', time: '', actor: '', cause: null }),
      };
      told.push(...[...planDeliveries(transition, position, context)].map(() => transition.id));
    }
  }
  return told;
}

test('an issue is told as created once, when it first passes the filter while it asks for attention, whatever happens to it', () => {
  const happenings = fc.array(HAPPENING, { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(happenings, FILTER, fc.integer({ min: 1, max: 12 }), (all, filter, size) => {
      const { facts, states } = historyOf(all);
      const first = states.findIndex(
        ({ status, severity, verdict, micro_context: context }) =>
          status === 'open' && passesFilter(filter, { severity, verdict, context }),
      );
      expect(toldOf(facts, filter, size)).toEqual(first < 0 ? [] : [`issues/0/${first}`]);
    }),
    { numRuns: 500 },
  );
});
