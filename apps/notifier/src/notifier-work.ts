import { Injectable } from '@nestjs/common';
import { Background } from '@parapet/chassis';
import { SendDeliveries } from './delivery/send-deliveries';
import { TendSecrets } from './webhook/tend-secrets';
import { WebhookTable } from './webhook/webhook-table';

/** What the notifier does by itself while the process serves. */
@Injectable()
export class NotifierWork {
  constructor(
    background: Background,
    webhooks: WebhookTable,
    sender: SendDeliveries,
    secrets: TendSecrets,
  ) {
    background.add(sender);
    background.add(secrets);
    webhooks.onChange((webhookId, now) => {
      if (!now?.enabled) sender.isOver(webhookId);
    });
  }
}
