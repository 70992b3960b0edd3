import type { LogEvent } from '../event';
import type { AgentContext } from '../agent/agent';

export const VERDICTS = ['allowed', 'blocked', 'detected'] as const;
/** What the agent said of its own observation. */
export type ObservationVerdict = (typeof VERDICTS)[number];

/** The body of PUT /v1/events_v2, as sent. Unknown properties are kept. */
export interface ObservationBody {
  readonly kind: string;
  /** RFC 3339 with zone, verbatim to the nanosecond. */
  readonly timestamp: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly verdict: ObservationVerdict;
}

/** Topic `observations`, key = agent id. `body` holds the sender's original bytes. */
export type ObservationRecorded = LogEvent<
  'ObservationRecorded',
  {
    readonly observation_id: string;
    /** Sort key of lists: nanoseconds of the timestamp, 20 decimal digits. */
    readonly at: string;
    readonly received_at: string;
    /** The agent as it was at this moment. */
    readonly agent: AgentContext;
    readonly body: ObservationBody;
  }
>;
