import { Injectable } from '@nestjs/common';
import { Commands, findProjected, recordedUnread, type UserCaller } from '@parapet/chassis';
import { Problem, type WebhookEvent, type WebhookUpdated } from '@parapet/contracts';
import { ReadModel } from '@parapet/readmodel';
import {
  deleteWebhook,
  type SealedHeaders,
  updateWebhook,
  type WebhookDescription,
} from './change-webhook';
import type { CustomHeaders } from './check-headers';
import { WebhookMaterial } from './webhook-material';
import { WebhookTable } from './webhook-table';
import { type StoredWebhook, WEBHOOK_COMMANDS, WEBHOOKS } from './webhook.collection';

/** What was sent of a webhook: its headers in the clear. */
export interface SentWebhook extends Omit<WebhookDescription, keyof SealedHeaders> {
  readonly headers: CustomHeaders;
}

/** Changes webhooks: decides, appends, and answers when the change can be read and is obeyed by this process. */
@Injectable()
export class WebhookCommands {
  constructor(
    private readonly store: ReadModel,
    private readonly commands: Commands,
    private readonly table: WebhookTable,
    private readonly material: WebhookMaterial,
  ) {}

  /** @throws Problem `not_found` */
  async find(id: string): Promise<StoredWebhook> {
    const webhook = await findProjected(this.store, WEBHOOKS, id);
    if (!webhook)
      throw new Problem(
        'not_found',
        `There is no webhook ${id}`,
        'GET /v1/webhooks has those there are',
      );
    return webhook;
  }

  /** @throws Problem `not_found`, `bad_request` for a refused URL or a missing key, `conflict` when someone else was faster */
  async update(
    id: string,
    { headers, ...sent }: Partial<SentWebhook>,
    caller: UserCaller,
  ): Promise<StoredWebhook> {
    await this.find(id);
    if (sent.url !== undefined) await this.material.mayLeadTo(sent.url);
    const change = { ...sent, ...(headers && this.material.sealed(headers, id)) };
    const ends = await this.material.ends();
    const origin = this.material.origin(caller);
    const decide = (webhook: StoredWebhook): WebhookUpdated | null => {
      if (!headers) mayKeepHeaders(webhook, sent.url);
      return updateWebhook(webhook, change, ends, origin);
    };
    const { before, event } = await this.commands.decided(
      WEBHOOK_COMMANDS,
      id,
      () => this.find(id),
      decide,
    );
    return event ? this.apply(id, event) : before;
  }

  /** @throws Problem `not_found`; `conflict` when someone else was faster */
  async delete(id: string, caller: UserCaller): Promise<void> {
    await this.run(id, deleteWebhook(await this.find(id), this.material.origin(caller)));
  }

  /**
   * Appends a change that was decided.
   * @param ifDone see `Commands.run`
   * @throws Problem `conflict` when someone else was faster; `not_found` when they deleted it
   */
  async apply(id: string, event: WebhookEvent, ifDone = ''): Promise<StoredWebhook> {
    return kept(id, await this.run(id, event, ifDone));
  }

  private async run(
    id: string,
    event: WebhookEvent,
    ifDone = '',
  ): Promise<StoredWebhook | undefined> {
    const after = await this.commands.run(WEBHOOK_COMMANDS, id, event, ifDone);
    await this.table.caughtUp().catch((error: unknown) => {
      throw recordedUnread(id, error, ifDone);
    });
    return after;
  }
}

/** Who changes where a webhook leads must not learn its headers by it: they are for the receiver they were given for. */
function mayKeepHeaders({ url, header_names = [] }: StoredWebhook, next = url): void {
  if (header_names.length === 0 || next === url) return;
  throw new Problem(
    'bad_request',
    'url must stay as it is while the headers are kept',
    'what was given for one receiver is not sent to another: send headers as well, {} for none',
  );
}

function kept(id: string, webhook: StoredWebhook | undefined): StoredWebhook {
  if (webhook) return webhook;
  throw new Problem(
    'not_found',
    `There is no webhook ${id}`,
    'it was deleted at the same moment; POST /v1/webhooks makes a new one',
  );
}
