import type { WebhookTable } from '../webhook/webhook-table';

/** A webhook as it was when it was asked. */
interface Asked {
  readonly id: string;
  readonly since: string | undefined;
}

/** What this process learned of receivers by asking them: of another URL, or of one that was enabled again, nothing is known. */
export class KnownOfWebhooks<T> {
  private readonly byWebhook = new Map<string, T>();

  constructor(private readonly webhooks: WebhookTable) {
    webhooks.onChange((id, now, was) => {
      if (now?.since !== was?.since || !now?.enabled) this.byWebhook.delete(id);
    });
  }

  of(webhookId: string): T | undefined {
    return this.byWebhook.get(webhookId);
  }

  /** What an attempt makes of what was known. Those to a webhook that is no more, or was another then, are of no use. */
  learn({ id, since }: Asked, make: (was: T | undefined) => T | undefined): void {
    const webhook = this.webhooks.get(id);
    if (!webhook || webhook.since !== since) return;
    const now = make(this.byWebhook.get(id));
    if (now === undefined) this.byWebhook.delete(id);
    else this.byWebhook.set(id, now);
  }
}
