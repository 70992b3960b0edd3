import { plainPath, type ServiceName } from '@parapet/chassis';

/** The first word of a path under `/v1`, by the service that answers there. A test holds this against the services' routes. */
export const SERVICE_PATHS: Readonly<Record<ServiceName, readonly string[]>> = {
  ingest: ['events', 'events_v2', 'agent_heartbeat', 'integrations'],
  detection: ['issues', 'stream'],
  registry: ['agents', 'audit', 'policies', 'session', 'tokens'],
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

/** Who answers what is asked for, as it was sent; null when no service does. */
export function destinationOf(target: string): Destination | null {
  // Services read it so too, and what they would take must arrive there.
  const path = plainPath(target);
  const end = path.indexOf('/', '/v1/'.length);
  return byPlace.get(end < 0 ? path : path.slice(0, end)) ?? null;
}
