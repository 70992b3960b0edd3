import { listedType, type ObservationBody } from '@parapet/contracts';

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
  const type = listedType(kind);
  return (
    `{"id":"${id}","type":${JSON.stringify(type)},"timestamp":"${timestamp}"` +
    (type === 'dns' ? dnsFields(metadata) : '') +
    processField(metadata) +
    `,"kind":${JSON.stringify(kind)},"metadata":${metadataJson}` +
    `,"verdict":"${verdict}","agent_id":"${agentId}"`
  );
}

/** Completes what `renderListed` began. */
export const completeListed = (item: string, receivedAt: string): string =>
  `${item},"received_at":"${receivedAt}"}`;

function dnsFields(metadata: ObservationBody['metadata']): string {
  const query = metadata['query'];
  const response = metadata['response'];
  const addresses = Array.isArray(response) ? response : [response];
  const listed = addresses.filter((a) => typeof a === 'string');
  return (
    (typeof query === 'string' ? `,"query":${JSON.stringify(query)}` : '') +
    (response === undefined ? '' : `,"response":${JSON.stringify(listed)}`)
  );
}

function processField(metadata: ObservationBody['metadata']): string {
  const process = metadata['process'];
  const isObject = typeof process === 'object' && process !== null && !Array.isArray(process);
  return isObject ? `,"process":${JSON.stringify(process)}` : '';
}
