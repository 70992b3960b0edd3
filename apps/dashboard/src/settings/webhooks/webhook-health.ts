import type { WebhookView } from '../../api/generated/types.gen';

/** How a webhook does, in a word. */
export interface HealthWord {
  readonly word: string;
  readonly color: 'gray.6' | 'red' | 'teal' | 'yellow';
}

type Judged = Pick<WebhookView, 'enabled' | 'disabled_reason' | 'delivery_health'>;

/** Disabled before failing before well: the first is why nothing comes. */
export function healthOf({ enabled, disabled_reason, delivery_health }: Judged): HealthWord {
  const { failing_since, last_success_at, pending } = delivery_health;
  if (!enabled)
    return disabled_reason === null
      ? { word: 'Disabled', color: 'gray.6' }
      : { word: 'Disabled by Parapet', color: 'red' };
  if (failing_since !== null) return { word: 'Failing', color: 'red' };
  if (last_success_at !== null) return { word: 'Healthy', color: 'teal' };
  return pending > 0
    ? { word: 'First delivery waits', color: 'yellow' }
    : { word: 'Nothing sent yet', color: 'gray.6' };
}
