import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { foldInto, withoutVoidCreations } from '@parapet/chassis';
import { evolveWebhook, type Recorded, type WebhookEvent } from '@parapet/contracts';
import { Projection } from '@parapet/eventlog';
import { ReadModel } from '@parapet/readmodel';
import { WEBHOOKS } from './webhook.collection';

/** Topic `webhooks` into the collection that the API reads. */
@Controller()
export class WebhookProjection {
  constructor(private readonly store: ReadModel) {}

  @Projection('webhooks', 'notifier.webhooks')
  async project(@Payload() records: readonly Recorded<WebhookEvent>[]): Promise<void> {
    const counting = await withoutVoidCreations(this.store, records);
    await foldInto(this.store, WEBHOOKS, counting, {
      evolve: evolveWebhook,
      gone: (webhook) => webhook.deleted === true,
    });
  }
}
