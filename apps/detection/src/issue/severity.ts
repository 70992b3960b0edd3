import { field, SEVERITIES, type Severity } from '@parapet/contracts';

/** Severity as the observation itself says it: a word, else a score (0–1, or 0–100). Null when it says nothing. */
export function severityOf(metadata: unknown): Severity | null {
  const said = word(field(metadata, 'severity')) ?? word(field(metadata, 'importance'));
  return said ?? byScore(field(metadata, 'score'));
}

const word = (value: unknown): Severity | null =>
  typeof value === 'string' && value.length <= 8
    ? (SEVERITIES.find((severity) => severity === value.toLowerCase()) ?? null)
    : null;

function byScore(score: unknown): Severity | null {
  if (typeof score !== 'number' || !(score >= 0 && score <= 100)) return null;
  const [critical, high, medium] = score <= 1 ? [0.8, 0.6, 0.4] : [80, 60, 30];
  if (score >= critical) return 'critical';
  if (score >= high) return 'high';
  return score >= medium ? 'medium' : 'low';
}
