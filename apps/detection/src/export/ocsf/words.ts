import type { IssueStatus, IssueVerdict, Severity } from '@parapet/contracts';

/** A number of an OCSF enumeration, and what it is called. */
interface Word {
  readonly id: number;
  readonly caption: string;
}

const word = (id: number, caption: string): Word => ({ id, caption });

export const SEVERITY_WORDS: Readonly<Record<Severity, Word>> = {
  low: word(2, 'Low'),
  medium: word(3, 'Medium'),
  high: word(4, 'High'),
  critical: word(5, 'Critical'),
};

export const STATUS_WORDS: Readonly<Record<IssueStatus, Word>> = {
  open: word(1, 'New'),
  acknowledged: word(2, 'In Progress'),
  ignored: word(3, 'Suppressed'),
  resolved: word(4, 'Resolved'),
};

/** What was done about it: nothing is known to have been denied that was not blocked. */
export const VERDICT_WORDS: Readonly<
  Record<IssueVerdict, { readonly action: Word; readonly disposition: Word }>
> = {
  blocked: { action: word(2, 'Denied'), disposition: word(2, 'Blocked') },
  detected: { action: word(3, 'Observed'), disposition: word(15, 'Detected') },
};

/** What a finding tells: that there is one, that more is known of it, or that it is over. */
export const ACTIVITY_WORDS = {
  create: word(1, 'Create'),
  update: word(2, 'Update'),
  close: word(3, 'Close'),
} as const;
