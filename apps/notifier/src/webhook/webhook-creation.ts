import { Injectable } from '@nestjs/common';
import { KeyedCreations, type UserCaller } from '@parapet/chassis';
import { newWebhook, randomId, type Webhook, type WebhookCreated } from '@parapet/contracts';
import { createWebhook, WEBHOOK_DEFAULTS, type WebhookDescription } from './change-webhook';
import { inLowerCase } from './sealed-headers';
import { newSecret } from './secret-box';
import { type SentWebhook, WebhookCommands } from './webhook-commands';
import { WebhookMaterial } from './webhook-material';
import { WebhookTable } from './webhook-table';
import { withItsKey } from './with-its-key';
import { WEBHOOK_COMMANDS } from './webhook.collection';

/** A webhook as it was made, and its secret, which cannot be read again. */
interface MadeWebhook {
  readonly webhook: Webhook;
  readonly secret: string;
}

/** The id and the secret of a webhook that is made now. */
interface FreshSecret {
  readonly id: string;
  readonly secret: string;
  readonly requestDigest?: string;
}

/** Creates webhooks. */
@Injectable()
export class WebhookCreation {
  constructor(
    private readonly keyed: KeyedCreations,
    private readonly webhooks: WebhookCommands,
    private readonly table: WebhookTable,
    private readonly material: WebhookMaterial,
  ) {}

  /**
   * @param key the `Idempotency-Key`, when there is one
   * @throws Problem `bad_request` for a refused URL or a missing key; `unprocessable`, `conflict` for a key that cannot be used so
   */
  create(sent: SentWebhook, caller: UserCaller, key: string | undefined): Promise<MadeWebhook> {
    return key === undefined ? this.createNow(sent, caller) : this.createOnce(sent, caller, key);
  }

  private async createNow(sent: SentWebhook, caller: UserCaller): Promise<MadeWebhook> {
    const made = { id: randomId('webhook'), secret: newSecret() };
    const event = await this.fact(made, this.described(sent, made.id), caller);
    const ifDone = `POST /v1/webhooks/${made.id}/rotate_secret stages a secret that is shown, and promote_secret makes it the only one`;
    return { webhook: await this.webhooks.apply(made.id, event, ifDone), secret: made.secret };
  }

  /** A repetition is answered as the first request was, whatever became since of the webhook and of where it leads. */
  private async createOnce(
    sent: SentWebhook,
    caller: UserCaller,
    key: string,
  ): Promise<MadeWebhook> {
    const request = { caller: caller.tokenId, route: 'POST /v1/webhooks', key } as const;
    const derived = await this.keyed.derived(WEBHOOK_COMMANDS, 'webhook', request);
    const made = { id: derived.id, secret: newSecret(derived.secret()) };
    const described = this.described(sent, made.id);
    const { time } = await this.keyed.once({
      ...{ target: WEBHOOK_COMMANDS, id: made.id },
      description: { ...digested(sent), headers: derived.hidden(inLowerCase(sent.headers)) },
      fact: (requestDigest) => this.fact({ ...made, requestDigest }, described, caller),
    });
    await this.table.caughtUp();
    const shown = { id: made.id, secretSealed: '', from: [] };
    const origin = { ...this.material.origin(caller), time };
    const webhook = newWebhook(createWebhook(shown, described, origin));
    return { webhook, secret: made.secret };
  }

  private described({ headers, ...sent }: SentWebhook, id: string): WebhookDescription {
    return withItsKey({ ...sent, ...this.material.sealed(headers, id) });
  }

  /** What makes it, from now on. */
  private async fact(
    { id, secret, ...digest }: FreshSecret,
    described: WebhookDescription,
    caller: UserCaller,
  ): Promise<WebhookCreated> {
    await this.material.mayLeadTo(described.url);
    const fresh = { ...(await this.material.fresh(id, secret)), ...digest };
    return createWebhook(fresh, described, this.material.origin(caller));
  }
}

/** What came to be said of a webhook later is left out where it is as before: a repetition of a request from then says the same. */
const digested = ({ format, ...sent }: SentWebhook): object =>
  format === WEBHOOK_DEFAULTS.format ? sent : { ...sent, format };
