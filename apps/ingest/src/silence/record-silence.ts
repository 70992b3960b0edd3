import {
  AGENT_SILENT,
  type AgentSilence,
  canonicalJson,
  digest,
  isoTime,
  nanoseconds,
  type ObservationBody,
  sortableTime,
} from '@parapet/contracts';
import { type NewObservation, observationRecorded } from '../observation/record-observation';

/** Who fell silent. */
interface Silent {
  readonly agentId: string;
  /** `AgentContext` as JSON text. */
  readonly agentJson: string;
}

/** One for each silence, whoever notices it and whenever: agent and the time when it was last heard. No agent can make one like it. */
export const silenceId = (agentId: string, lastSeen: string): string =>
  `event_s${digest(['silence', agentId, lastSeen], 35)}`;

/**
 * What is recorded of a silence: an observation that the house makes itself, at the time when the agent was last heard.
 * @param now milliseconds since 1970. @param eventId id of the new fact.
 */
export function recordSilence(
  { agentId, agentJson }: Silent,
  silence: AgentSilence,
  now: number,
  eventId: string,
): NewObservation {
  const { last_seen: timestamp } = silence;
  const body: ObservationBody = {
    ...{ kind: AGENT_SILENT, timestamp, verdict: 'detected' },
    metadata: { ...silence },
  };
  const text = JSON.stringify(body);
  const at = sortableTime(nanoseconds(timestamp) ?? 0n);
  const seen = { id: silenceId(agentId, timestamp), agentId, at, receivedAt: isoTime(now) };
  const event = observationRecorded(seen, { agentJson, text }, { id: eventId, actor: 'ingest' });
  return { ...seen, body, text, metadataJson: canonicalJson(body.metadata), event };
}
