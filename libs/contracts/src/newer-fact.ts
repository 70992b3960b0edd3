import type { ActivityEvent } from './agent/activity';
import type { AgentEvent } from './agent/agent';
import type { DeliveryEvent } from './delivery/delivery';
import { Unavailable } from './errors';
import type { EventMeta, LogEvent } from './event';
import type { IssueEvent } from './issue/issue';
import type { ObservationRecorded } from './observation/observation.events';
import type { ParkedEvent } from './parked.events';
import type { PolicyEvent } from './policy/policy';
import type { TokenEvent } from './token/token';
import type { Topic } from './topics';
import type { WebhookEvent } from './webhook/webhook';

/** Who is said to have made what others put into a topic without our headers. What they wrote is no fact, and void. */
export const STRANGER = 'unknown';

/** Every type of these facts: none can be left out. */
const all = <E extends LogEvent>(types: Readonly<Record<E['type'], true>>): ReadonlySet<string> =>
  new Set(Object.keys(types));

/** The facts that this code knows, by their topics. */
const KNOWN: Readonly<Record<Topic, ReadonlySet<string>>> = {
  observations: all<ObservationRecorded>({ ObservationRecorded: true }),
  issues: all<IssueEvent>({
    ...({ IssueCreated: true, IssueRecurred: true, IssueAcknowledged: true } as const),
    ...({ IssueResolved: true, IssueIgnored: true, IssueOpened: true } as const),
  }),
  policies: all<PolicyEvent>({ PolicyCreated: true, PolicyUpdated: true, PolicyDeleted: true }),
  agents: all<AgentEvent>({
    ...({ AgentCreated: true, AgentModeChanged: true, AgentTokenRotated: true } as const),
    ...({ AgentSeen: true, AgentDeleted: true } as const),
  }),
  sightings: all<ActivityEvent>({ AgentSighted: true, ActivityCarried: true }),
  tokens: all<TokenEvent>({
    ...({ TokenCreated: true, TokenUsed: true, TokenRevoked: true } as const),
    ...({ TokenSessionEnded: true } as const),
  }),
  webhooks: all<WebhookEvent>({
    ...({ WebhookCreated: true, WebhookUpdated: true, WebhookDisabled: true } as const),
    ...({ WebhookSecretStaged: true, WebhookSecretPromoted: true } as const),
    ...({ WebhookResealed: true, WebhookDeleted: true } as const),
  }),
  deliveries: all<DeliveryEvent>({
    ...({ DeliveryPlanned: true, DeliveryAttempted: true, DeliverySucceeded: true } as const),
    ...({ DeliveryGivenUp: true, DeliveryRequeued: true } as const),
  }),
  parked: all<ParkedEvent>({ RecordParked: true, ParkedRetried: true, ParkedDropped: true }),
};

const BY_TOPIC: ReadonlyMap<string, ReadonlySet<string>> = new Map(Object.entries(KNOWN));

/** Whether newer code wrote a fact of a type that this code does not know. What strangers put into a topic is none. */
export const isOfNewerType = (topic: string, { type, actor }: EventMeta): boolean =>
  BY_TOPIC.get(topic)?.has(type) === false && actor !== STRANGER;

/**
 * What newer code wrote, while versions are exchanged: taken for something else, or passed over, it would be lost to who reads it. So
 * consumers wait with it for code that knows it, and tables stop.
 * @param newest schema version that this code knows of facts of its type
 * @throws Unavailable
 */
export function refuseNewer(topic: string, meta: EventMeta, newest: number): void {
  const { type, schema, actor } = meta;
  if (!isOfNewerType(topic, meta) && (schema <= newest || actor === STRANGER)) return;
  throw new Unavailable(
    `a fact ${type}, version ${schema}, is of a newer version of Parapet than this process: finish the upgrade`,
  );
}
