/** Worst first. */
export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const STATUSES = ['open', 'acknowledged', 'resolved', 'ignored'] as const;
export type Status = (typeof STATUSES)[number];

export const VERDICTS = ['detected', 'blocked'] as const;
export type Verdict = (typeof VERDICTS)[number];
