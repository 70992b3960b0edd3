import type { Platform } from '../agent/agent';
import type { IssueVerdict, Severity } from '../issue/issue';

/** Which issues a webhook hears of: all that is given must hold, and what is left out lets everything through. */
export interface WebhookFilter {
  /** This severity and every higher one. */
  readonly min_severity?: Severity;
  readonly verdicts?: readonly IssueVerdict[];
  readonly platforms?: readonly Platform[];
  /** Names, compared as they are; an issue of an agent without a cluster is in none of them. */
  readonly clusters?: readonly string[];
}
