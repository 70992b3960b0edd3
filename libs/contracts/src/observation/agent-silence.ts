/** Kind of the one observation that the house makes itself: that an agent is not heard any more. */
export const AGENT_SILENT = 'agent_silent';

/** Its metadata. Times are RFC 3339, UTC, milliseconds. */
export interface AgentSilence {
  /** When the agent was last heard. */
  readonly last_seen: string;
  /** Since when it had been heard without such a pause. */
  readonly heard_since: string;
  /** Observations a minute that it sent in that time, one decimal. */
  readonly per_minute: number;
}
