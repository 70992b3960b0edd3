import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { asRead, writeFolded } from '@parapet/chassis';
import type {
  AgentEvent,
  DeliveryEvent,
  IssueEvent,
  LogEvent,
  PolicyEvent,
  Recorded,
  TokenEvent,
  WebhookEvent,
} from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { type Change, ReadModel } from '@parapet/readmodel';
import { AUDIT, type AuditState } from './audit.collection';
import { askedDeliveries } from './asked-deliveries';
import { mayBeEntry } from './audit-entry';
import {
  AUDITED_AGENT,
  AUDITED_ISSUE,
  AUDITED_POLICY,
  AUDITED_TOKEN,
  AUDITED_WEBHOOK,
  type AuditedNoun,
} from './audited-nouns';
import { foldAudit } from './fold-audit';

/** Issues and deliveries are many, and few of their facts are commands: progress among them is stored now and then. */
const REST_MS = 100;

/** Every topic in which people's commands are recorded, into the list of who changed what. */
@Controller()
export class AuditProjection {
  constructor(private readonly store: ReadModel) {}

  @Projection('policies', 'registry.audit-policies')
  policies(@Payload() records: readonly Recorded<PolicyEvent>[]): Promise<void> {
    return this.note(records, AUDITED_POLICY);
  }

  @Projection('agents', 'registry.audit-agents')
  agents(@Payload() records: readonly Recorded<AgentEvent>[]): Promise<void> {
    return this.note(records, AUDITED_AGENT);
  }

  @Projection('tokens', 'registry.audit-tokens')
  tokens(@Payload() records: readonly Recorded<TokenEvent>[]): Promise<void> {
    return this.note(records, AUDITED_TOKEN);
  }

  @Projection('webhooks', 'registry.audit-webhooks')
  webhooks(@Payload() records: readonly Recorded<WebhookEvent>[]): Promise<void> {
    return this.note(records, AUDITED_WEBHOOK);
  }

  @Projection('issues', 'registry.audit-issues', { restMs: REST_MS })
  issues(@Payload() records: readonly Recorded<IssueEvent>[]): Promise<void> {
    return this.note(records, AUDITED_ISSUE);
  }

  @Projection('deliveries', 'registry.audit-deliveries', { restMs: REST_MS, wants: mayBeEntry })
  async deliveries(@Payload() records: readonly Recorded<DeliveryEvent>[]): Promise<void> {
    const entries = askedDeliveries(records);
    if (entries.length > 0) await this.store.insert(AUDIT, entries);
  }

  /** Entries first, states after them: whoever dies in between makes the same entries again, and they are there already. */
  private async note<S extends object, E extends LogEvent<string, object>>(
    records: readonly Recorded<E>[],
    noun: AuditedNoun<S, E>,
  ): Promise<void> {
    const ids = [...new Set(records.map(({ key }) => key))];
    const before = await this.store.getMany(noun.states, ids);
    const { entries, states } = foldAudit(before, records, noun);
    if (entries.length > 0) await this.store.insert(AUDIT, entries);
    const changes = [...states.values()].flatMap((now) => change(now, before.get(now.id)));
    await writeFolded(this.store, noun.states, changes);
  }
}

function change<S>(
  now: AuditState<S>,
  was: AuditState<S> | undefined,
): readonly Change<AuditState<S>>[] {
  if (now === was) return [];
  const guard = asRead(was);
  return [was ? { id: now.id, set: now, guard } : { id: now.id, insert: now, guard }];
}
