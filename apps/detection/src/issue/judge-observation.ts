import {
  AGENT_SILENT,
  derivedId,
  field,
  type IssueDetails,
  type IssueOccurrence,
  type IssueVerdict,
  type ObservationRecorded,
  type Severity,
  text,
  type Why,
} from '@parapet/contracts';
import type { Destination, RuleMatch, RuleSet } from '@parapet/patterns';
import type { Catalog, CatalogEntry } from '../catalog/catalog';
import { matchRules, ofWorst } from './match-rules';
import { plain } from './plain-text';
import { severityOf } from './severity';
import { detailsOf, executableOf, pathOf, readObservation, type Seen } from './read-observation';

/** What observations are judged by. */
export interface Law {
  readonly rules: RuleSet;
  readonly catalog: Catalog;
}

/** An observation that is an issue: what the issue looks like after it. */
export interface Finding {
  /** The same for every observation with the same fingerprint. */
  readonly issue_id: string;
  readonly title: string;
  readonly severity: Severity;
  readonly verdict: IssueVerdict;
  readonly details: IssueDetails;
  readonly why: Why;
  readonly subject: IssueOccurrence['subject'];
}

/** The part of a finding that depends on the rule that made it. */
interface Ruling {
  /** Part of the fingerprint: `egress`, the name of a detection, or the kind. */
  readonly detection: string;
  readonly title: string;
  readonly severity: Severity;
  readonly why: Why;
  readonly technique?: string;
}

/** `harmless`: no issue, and no later rule is asked. Null: this rule does not apply. */
type Rule = (seen: Seen, law: Law) => Ruling | 'harmless' | null;

const because = (reason: string, rule: RuleMatch | null = null): Why => ({
  reason,
  policy: rule && {
    ...{ id: rule.id, name: plain(rule.name), version: rule.version },
    ...{ type: rule.type, pattern: rule.pattern },
  },
});

const whereTo = ({ destination }: Seen): string =>
  plain(destination?.domain ?? destination?.ip?.text ?? '');

/** 1. A block rule matches, whatever the verdict. 2. An allow rule matches, and no block rule. */
const ruled: Rule = (seen, { rules }) => {
  const rule = matchRules(rules, seen);
  if (!rule) return null;
  if (rule.type === 'allow') return 'harmless';
  const where = whereTo(seen);
  const why = because(`policy "${plain(rule.name)}" blocks ${where} by ${rule.pattern}`, rule);
  return { detection: 'egress', title: `Forbidden egress to ${where}`, severity: 'critical', why };
};

/** 3. The agent allowed it already, unless what it reports by name is critical. */
const allowedByAgent: Rule = ({ verdict, metadata }, { catalog }) => {
  if (verdict !== 'allowed') return null;
  const entry = catalog.get(text(metadata, 'name') ?? '');
  return entry?.severity === 'critical' ? inCatalog(metadata, entry) : 'harmless';
};

/** 4. The agent reports it under a name that the catalog knows. */
const detected: Rule = ({ metadata }, { catalog }) => {
  const entry =
    catalog.get(text(metadata, 'name') ?? '') ?? catalog.get(text(metadata, 'rule') ?? '');
  return entry ? inCatalog(metadata, entry) : null;
};

const inCatalog = (metadata: unknown, entry: CatalogEntry): Ruling => ({
  detection: entry.name,
  title: entry.title,
  severity: severityOf(metadata) ?? entry.severity,
  why: because(`the agent reported ${entry.name}: ${entry.sentence}`),
  ...(entry.technique !== null && { technique: entry.technique }),
});

/** 5. It went somewhere that no policy allows. */
const unknownEgress: Rule = (seen) => {
  if (!seen.destination || seen.destination.loopback) return null;
  const severity =
    severityOf(seen.metadata) ?? (seen.verdict === 'blocked' ? 'medium' : ('high' as const));
  const title = `Unknown egress to ${whereTo(seen)}`;
  return { detection: 'egress', title, severity, why: because(unallowed(seen.destination)) };
};

/** Whoever has allowed what stands in its title, or everything, wants to know why this is an issue all the same. */
function unallowed({ wellFormed, ip }: Destination): string {
  if (wellFormed) return 'no policy allows it';
  const allowable = ip
    ? `only the address that was reached can be allowed, ${ip.text}`
    : 'rules allow well-formed names and addresses alone';
  return `no policy allows it: ${allowable}`;
}

const TITLES = new Map([
  [
    'process_execution',
    (sent: unknown) => `Suspicious process execution: ${plain(executableOf(sent) ?? 'unknown')}`,
  ],
  ['file_access', (sent: unknown) => `Suspicious file access: ${plain(pathOf(sent) ?? 'unknown')}`],
]);

/** 6. A process or a file that the agent found suspicious. */
const suspicious: Rule = ({ kind, metadata, verdict }) => {
  const title = TITLES.get(kind)?.(metadata);
  if (title === undefined) return null;
  const why = because(`the agent's verdict is ${verdict}`);
  return { detection: kind, title, severity: severityOf(metadata) ?? 'medium', why };
};

/** 7. Not seen by the agent: the house hears nothing of it any more. */
const silent: Rule = ({ kind, metadata }) => {
  if (kind !== AGENT_SILENT) return null;
  const since = (name: 'last_seen' | 'heard_since'): string =>
    `since ${plain(text(metadata, name) ?? 'an unknown time')}`;
  const rate = field(metadata, 'per_minute');
  const before = `before, it was heard regularly ${since('heard_since')}, with ${typeof rate === 'number' ? rate : 0} events a minute`;
  const why = because(`nothing was heard of it ${since('last_seen')}; ${before}`);
  return { detection: AGENT_SILENT, title: 'Agent went silent', severity: 'high', why };
};

/** In this order; the first that applies decides. */
const OF_AGENTS: readonly Rule[] = [
  ...[ruled, allowedByAgent, detected, unknownEgress, suspicious],
];
/** That an agent went silent, no agent can say of itself. */
const OF_HOUSE: readonly Rule[] = [...OF_AGENTS, silent];

/**
 * Judges one observation: the issue that it is, or null. Pure; it never throws, whatever the agent sent.
 * @param actor who recorded it: the agent, or the house itself
 */
export function judgeObservation(
  data: ObservationRecorded['data'],
  law: Law,
  actor = data.agent.id,
): Finding | null {
  const seen = ofWorst(readObservation(data), law.rules);
  for (const rule of actor === data.agent.id ? OF_AGENTS : OF_HOUSE) {
    const ruling = rule(seen, law);
    if (ruling === 'harmless') return null;
    if (ruling) return findingOf(data.agent.id, seen, ruling);
  }
  return null;
}

function findingOf(agentId: string, seen: Seen, ruling: Ruling): Finding {
  const { detection, technique, ...rest } = ruling;
  const { destination, metadata, verdict } = seen;
  const target = destination?.domain ?? destination?.ip?.text ?? pathOf(metadata) ?? '';
  return {
    ...rest,
    issue_id: derivedId('issue', [agentId, detection, target, executableOf(metadata) ?? '']),
    verdict: verdict === 'blocked' ? 'blocked' : 'detected',
    details: { ...detailsOf(seen), detection, ...(technique !== undefined && { technique }) },
    subject: subjectIn(seen),
  };
}

function subjectIn({ destination, subject, verdict }: Seen): Finding['subject'] {
  const besides = destination?.besides?.map(({ text }) => text);
  return { ...subject, verdict, ...(besides && { besides }) };
}
