import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import { updateWebhookMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { WebhookView } from '../../api/generated/types.gen';
import { isPassing } from '../../api/problem';
import { useAction } from '../../api/use-action';
import { useChangedWebhook } from './use-changed-webhook';
import { WebhookForm } from './webhook-form';
import { isAsChanged, isSame, valuesOf, webhookChange } from './webhook-values';

/**
 * Changes a webhook; only what somebody changed here is sent. What happens to the webhook meanwhile takes nothing away of what is
 * written.
 */
export function ChangeWebhook({ webhook }: { readonly webhook: WebhookView }) {
  /** As it was when writing began. */
  const [base, setBase] = useState(webhook);
  const initial = useMemo(() => valuesOf(base), [base]);
  /** How often theirs were loaded: each time writing begins anew. */
  const [loads, setLoads] = useState(0);
  const goOn = (saved: WebhookView): void => {
    notifications.show({ message: 'The webhook is changed', color: 'teal' });
    setBase(saved);
  };
  const changed = useChangedWebhook(webhook.id);
  const change = useAction({
    ...updateWebhookMutation(),
    onSuccess: (saved) => {
      goOn(saved);
      return changed();
    },
  });
  const load = (): void => {
    change.reset();
    setBase(webhook);
    setLoads(loads + 1);
  };
  const isOlder = base.updated_at < webhook.updated_at;
  const sent = isPassing(change.error) ? change.variables?.body : undefined;
  // The answer to that was lost, or late.
  const isSaved = isOlder && sent !== undefined && isAsChanged(webhook, sent);
  useDidUpdate(() => {
    if (!isSaved) return;
    change.reset();
    goOn(webhook);
  }, [isSaved]);
  return (
    <Stack>
      {isOlder && !isSaved && !isSame(initial, valuesOf(webhook)) && (
        <ChangedMeanwhile onLoad={load} />
      )}
      <WebhookForm
        key={loads}
        initial={initial}
        kept={base.header_names}
        action="Save changes"
        isPending={change.isPending}
        problem={change.error}
        onSubmit={(values) =>
          change.mutate({
            path: { webhook_id: webhook.id },
            body: webhookChange(base, values, webhook),
          })
        }
      />
    </Stack>
  );
}

const ChangedMeanwhile = ({ onLoad }: { readonly onLoad: () => void }) => (
  <Alert color="yellow" role="alert" title="Somebody else changed this webhook meanwhile">
    <Stack gap="xs" align="flex-start">
      <Text size="sm">
        Saved from here, each field that you have changed is as you wrote it, events and headers as
        a whole; all others stay as they are now.
      </Text>
      <Button size="xs" variant="default" onClick={onLoad}>
        Load theirs, drop mine
      </Button>
    </Stack>
  </Alert>
);
