import { plainPath, type ServiceName } from '@parapet/chassis';

/** The first word of a path under `/v1`, by the service that answers there. A test holds this against the services' routes. */
export const SERVICE_PATHS: Readonly<Record<ServiceName, readonly string[]>> = {
  ingest: ['events', 'events_v2', 'agent_heartbeat', 'integrations'],
  detection: ['issues', 'stream'],
  registry: ['agents', 'audit', 'policies', 'session', 'tokens'],
  notifier: ['webhooks', 'deliveries'],
};

/** Where every service says what it knows of the house. */
export const ABOUT = '/v1/about';

/** Where a request goes. */
export interface Destination {
  /** Who can answer it: one after the other is asked where one is away. */
  readonly services: readonly ServiceName[];
  /** What all paths there begin with, such as `/v1/issues`. */
  readonly place: string;
}

const byPlace: ReadonlyMap<string, Destination> = new Map(
  (Object.keys(SERVICE_PATHS) as ServiceName[]).flatMap((service) =>
    SERVICE_PATHS[service].map(
      (word) => [`/v1/${word}`, { services: [service], place: `/v1/${word}` }] as const,
    ),
  ),
);

/** Those first that have the least to do. */
const ABOUT_THE_HOUSE: Destination = {
  services: ['registry', 'detection', 'notifier', 'ingest'],
  place: ABOUT,
};

/** Who answers what is asked for, as it was sent; null when no service does. */
export function destinationOf(target: string): Destination | null {
  // Services read it so too, and what they would take must arrive there.
  const path = plainPath(target);
  if (path === ABOUT) return ABOUT_THE_HOUSE;
  const end = path.indexOf('/', '/v1/'.length);
  return byPlace.get(end < 0 ? path : path.slice(0, end)) ?? null;
}
