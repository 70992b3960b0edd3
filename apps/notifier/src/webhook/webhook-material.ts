import { Injectable } from '@nestjs/common';
import { askedBy, Clock, type UserCaller } from '@parapet/chassis';
import { type Origin, Problem } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';
import { EgressGuard } from '../egress/egress-guard';
import type { FreshWebhook, SealedHeaders } from './change-webhook';
import type { CustomHeaders } from './check-headers';
import { sealHeaders } from './sealed-headers';
import { newSecret, SecretBox } from './secret-box';

const WHAT_MAY_BE_SENT =
  'send one such as https://receiver.example/parapet; whoever runs this house opens http with WEBHOOK_ALLOW_HTTP, and addresses that are not public with WEBHOOK_ALLOW_CIDRS';

/** What decisions about webhooks are given of the world. */
@Injectable()
export class WebhookMaterial {
  constructor(
    private readonly log: EventLog,
    private readonly guard: EgressGuard,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  origin(caller: UserCaller): Origin {
    return askedBy(caller, this.clock);
  }

  /** End of `issues` by partition: facts from there on are for a webhook that is made or enabled now. */
  ends(): Promise<readonly number[]> {
    return this.log.ends('issues');
  }

  /** Sealed secret and beginning of a webhook that is made now. */
  async fresh(id: string, secret: string): Promise<FreshWebhook> {
    return { id, secretSealed: this.box.seal(secret, id), from: await this.ends() };
  }

  /** A new secret of a webhook; in the clear it is only in this answer. */
  secretFor(webhookId: string): { readonly secret: string; readonly sealed: string } {
    const secret = newSecret();
    return { secret, sealed: this.box.seal(secret, webhookId) };
  }

  /** Headers as the log may have them. */
  sealed(headers: CustomHeaders, webhookId: string): SealedHeaders {
    return sealHeaders(this.box, webhookId, headers);
  }

  /** @throws Problem `bad_request` with the reason when a webhook may not lead there. */
  async mayLeadTo(url: string): Promise<void> {
    const reason = await this.guard.checkForSaving(url);
    if (reason !== null) throw new Problem('bad_request', reason, WHAT_MAY_BE_SENT);
  }
}
