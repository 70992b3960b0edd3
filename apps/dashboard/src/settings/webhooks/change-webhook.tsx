import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { updateWebhookMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { WebhookView } from '../../api/generated/types.gen';
import { useChangedWebhook } from './use-changed-webhook';
import { WebhookForm } from './webhook-form';
import { valuesOf, webhookChange } from './webhook-values';

/** Changes a webhook; only what differs is sent. */
export function ChangeWebhook({ webhook }: { readonly webhook: WebhookView }) {
  const changed = useChangedWebhook(webhook.id);
  const change = useMutation({
    ...updateWebhookMutation(),
    onSuccess: () => {
      notifications.show({ message: 'The webhook is changed', color: 'teal' });
      return changed();
    },
  });
  return (
    <WebhookForm
      key={webhook.updated_at}
      initial={valuesOf(webhook)}
      kept={webhook.header_names}
      action="Save changes"
      isPending={change.isPending}
      problem={change.error}
      onSubmit={(values) =>
        change.mutate({
          path: { webhook_id: webhook.id },
          body: webhookChange(webhook, values),
        })
      }
    />
  );
}
