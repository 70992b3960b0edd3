import { listedExtras, listedType, type ObservationBody } from '@parapet/contracts';

/** What a list item is made of. */
export interface Listed {
  readonly id: string;
  readonly agentId: string;
  readonly body: ObservationBody;
  /** The metadata as JSON text. */
  readonly metadataJson: string;
}

/**
 * The list item as JSON text, all but `received_at` and the closing brace: those are added when it is read, because
 * `received_at` may still become earlier.
 */
export function renderListed({ id, agentId, body, metadataJson }: Listed): string {
  const { kind, timestamp, metadata, verdict } = body;
  return (
    `{"id":"${id}","type":${JSON.stringify(listedType(kind))},"timestamp":"${timestamp}"` +
    members(listedExtras(kind, metadata)) +
    `,"kind":${JSON.stringify(kind)},"metadata":${metadataJson}` +
    `,"verdict":"${verdict}","agent_id":"${agentId}"`
  );
}

/** Completes what `renderListed` began. */
export const completeListed = (item: string, receivedAt: string): string =>
  `${item},"received_at":"${receivedAt}"}`;

/** The members of an object as they go on in a longer one. */
function members(part: object): string {
  const json = JSON.stringify(part).slice(1, -1);
  return json && `,${json}`;
}
