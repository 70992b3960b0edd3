import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteWebhookMutation,
  updateWebhookMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { WebhookView } from '../../api/generated/types.gen';
import { useAction } from '../../api/use-action';
import { Confirm } from '../../components/confirm';
import { useChangedWebhook } from './use-changed-webhook';

interface WebhookActionsProps {
  readonly webhook: WebhookView;
  readonly isTesting: boolean;
  onTest(): void;
}

/** What can be done with a webhook as a whole. */
export function WebhookActions({ webhook, isTesting, onTest }: WebhookActionsProps) {
  const [asking, setAsking] = useState<'disable' | 'delete'>();
  const close = (): void => setAsking(undefined);
  return (
    <>
      <Button loading={isTesting} onClick={onTest}>
        Send test
      </Button>
      {webhook.enabled && (
        <Button variant="default" onClick={() => setAsking('disable')}>
          Disable
        </Button>
      )}
      <Button variant="light" color="red" onClick={() => setAsking('delete')}>
        Delete
      </Button>
      <Disable webhook={webhook} opened={asking === 'disable'} onClose={close} />
      <Delete webhook={webhook} opened={asking === 'delete'} onClose={close} />
    </>
  );
}

interface AskProps {
  readonly webhook: WebhookView;
  readonly opened: boolean;
  onClose(): void;
}

function Disable({ webhook: { id }, opened, onClose }: AskProps) {
  const changed = useChangedWebhook(id);
  const disable = useAction({
    ...updateWebhookMutation({ path: { webhook_id: id } }),
    onSuccess: () => (onClose(), changed()),
  });
  return (
    <Confirm
      opened={opened}
      title="Disable this webhook?"
      action="Disable"
      doing={disable}
      onConfirm={() => disable.mutate({ path: { webhook_id: id }, body: { enabled: false } })}
      onClose={onClose}
    >
      <Text size="sm">
        Nothing is sent until it is enabled again, and what waits is given up. What happens
        meanwhile is never told to it.
      </Text>
    </Confirm>
  );
}

function Delete({ webhook: { id }, opened, onClose }: AskProps) {
  const changed = useChangedWebhook(id);
  const navigate = useNavigate();
  const remove = useAction({
    ...deleteWebhookMutation(),
    onSuccess: async () => {
      await navigate({ to: '/settings/webhooks', ignoreBlocker: true });
      await changed();
    },
  });
  return (
    <Confirm
      opened={opened}
      title="Delete this webhook?"
      action="Delete"
      doing={remove}
      onConfirm={() => remove.mutate({ path: { webhook_id: id } })}
      onClose={onClose}
    >
      <Text size="sm">
        Its receiver is told nothing any more, deliveries that wait are given up, and its secret is
        gone. This cannot be taken back.
      </Text>
    </Confirm>
  );
}
