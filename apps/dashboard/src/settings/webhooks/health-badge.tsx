import { Badge } from '@mantine/core';
import type { WebhookView } from '../../api/generated/types.gen';
import { healthOf } from './webhook-health';

export function HealthBadge({ webhook }: { readonly webhook: WebhookView }) {
  const { word, color } = healthOf(webhook);
  return (
    <Badge variant="dot" color={color} tt="none" miw="max-content">
      {word}
    </Badge>
  );
}
