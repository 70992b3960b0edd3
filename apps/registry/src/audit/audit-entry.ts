import type { EventMeta, LogEvent } from '@parapet/contracts';
import type { AuditEntry } from './audit.collection';
import { auditedAs, type AuditResource } from './audited-facts';

/** What was changed, as far as the fact alone does not say it. */
export interface Changed {
  readonly type: AuditResource;
  readonly id: string;
  readonly name: string | undefined;
}

/** The registry sets up the tokens of an operator: the first one, and that of ADMIN_TOKEN. */
const HOUSE = 'registry';

/** Whether a person did it, by a token; or the house did what its operator set. */
const isAudited = ({ actor, type }: EventMeta): boolean =>
  actor.startsWith('token_') || (actor === HOUSE && type.startsWith('Token'));

/** Whether a fact has an entry, as far as its envelope says. */
export const mayBeEntry = (meta: EventMeta): boolean =>
  auditedAs(meta.type) !== undefined && isAudited(meta);

/** The entry of a fact that counts; null when it is not one that people ask for. */
export function auditEntry(event: LogEvent<string, object>, changed: Changed): AuditEntry | null {
  const audited = auditedAs(event.type);
  if (!audited || !isAudited(event)) return null;
  const shown: readonly string[] = ['version', ...audited.shown];
  return {
    id: event.id,
    timestamp: event.time,
    actor: event.actor,
    action: audited.action,
    resource_type: changed.type,
    resource_id: changed.id,
    ...(changed.name !== undefined && { resource_name: changed.name }),
    changes: Object.fromEntries(Object.entries(event.data).filter(([key]) => shown.includes(key))),
  };
}
