import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Readiness, Table } from '@parapet/chassis';
import { evolveWebhook, type Webhook, type WebhookEvent } from '@parapet/contracts';
import { EventLog } from '@parapet/eventlog';

/** All webhooks, in memory: what is planned and sent by. Deleted ones leave. */
@Injectable()
export class WebhookTable
  extends Table<Webhook, WebhookEvent>
  implements OnModuleInit, OnApplicationShutdown
{
  constructor(
    private readonly log: EventLog,
    readiness: Readiness,
  ) {
    super('webhooks', evolveWebhook, (webhook) => webhook.deleted === true);
    readiness.add('webhook table', () => this.failure());
  }

  onModuleInit(): void {
    this.open(this.log);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}
