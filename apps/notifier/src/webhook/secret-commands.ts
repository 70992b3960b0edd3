import { Injectable } from '@nestjs/common';
import type { UserCaller } from '@parapet/chassis';
import { Problem, secretsAt } from '@parapet/contracts';
import { promoteSecret, stageSecret } from './rotate-secret';
import { WebhookCommands } from './webhook-commands';
import { WebhookMaterial } from './webhook-material';
import type { StoredWebhook } from './webhook.collection';

/** A secret that was made just now: the only time that it is shown. */
interface StagedNow {
  readonly secret: string;
  readonly promotesAt: string;
}

/** Changes the secret that a webhook signs with. */
@Injectable()
export class SecretCommands {
  constructor(
    private readonly webhooks: WebhookCommands,
    private readonly material: WebhookMaterial,
  ) {}

  /** Stages a new secret beside the one that signs. @throws Problem `not_found`, `conflict` when someone else was faster */
  async rotate(id: string, caller: UserCaller): Promise<StagedNow> {
    const before = await this.webhooks.find(id);
    const { secret, sealed } = this.material.secretFor(id);
    const event = stageSecret(before, sealed, this.material.origin(caller));
    const ifDone = `POST /v1/webhooks/${id}/rotate_secret once more stages one that is shown`;
    await this.webhooks.apply(id, event, ifDone);
    return { secret, promotesAt: event.data.promotes_at };
  }

  /** Makes the staged secret the only one now. @throws Problem `not_found`; `conflict` also when none is staged */
  async promote(id: string, caller: UserCaller): Promise<StoredWebhook> {
    const before = await this.webhooks.find(id);
    const origin = this.material.origin(caller);
    if (secretsAt(before, origin.time).staged)
      return this.webhooks.apply(id, promoteSecret(before, origin));
    throw new Problem(
      'conflict',
      `${id} has no staged secret`,
      `POST /v1/webhooks/${id}/rotate_secret stages one`,
    );
  }
}
