import type { ServiceName } from '@parapet/chassis';

/** The first word of a path under `/v1`, by the service that answers there. A test holds this against the services' routes. */
export const SERVICE_PATHS: Readonly<Record<ServiceName, readonly string[]>> = {
  ingest: ['events', 'events_v2', 'agent_heartbeat', 'integrations'],
  detection: ['issues'],
  registry: ['agents', 'policies', 'tokens'],
  notifier: ['webhooks', 'deliveries'],
};

/** Where a request goes. */
export interface Destination {
  readonly service: ServiceName;
  /** What all paths there begin with, such as `/v1/issues`. */
  readonly place: string;
}

const byPlace: ReadonlyMap<string, Destination> = new Map(
  (Object.keys(SERVICE_PATHS) as ServiceName[]).flatMap((service) =>
    SERVICE_PATHS[service].map(
      (word) => [`/v1/${word}`, { service, place: `/v1/${word}` }] as const,
    ),
  ),
);

const decoded = (path: string): string => {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
};

/** Who answers at this path (without a query); null when no service does. */
export function destinationOf(path: string): Destination | null {
  // Services decode before they match, so what they would take must arrive there.
  const plain = path.includes('%') ? decoded(path) : path;
  const end = plain.indexOf('/', '/v1/'.length);
  return byPlace.get(end < 0 ? plain : plain.slice(0, end)) ?? null;
}
