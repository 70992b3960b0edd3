import { Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  createWebhookMutation,
  listWebhooksInfiniteQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { isDoing } from '../../components/is-doing';
import { ShownSecret } from './shown-secret';
import { WebhookForm } from './webhook-form';
import { NEW_WEBHOOK, newWebhook } from './webhook-values';

interface CreateWebhookProps {
  readonly opened: boolean;
  onClose(): void;
}

/** Makes a webhook, shows its secret once, then goes to its page. */
export function CreateWebhook({ opened, onClose }: CreateWebhookProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    ...createWebhookMutation(),
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: listWebhooksInfiniteQueryKey() }),
  });
  const { data: made } = create;
  const close = (): void => {
    if (isDoing()) return;
    create.reset();
    onClose();
  };
  const goOn = (webhookId: string): void => {
    close();
    void navigate({ to: '/settings/webhooks/$webhookId', params: { webhookId } });
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? 'The secret of your new webhook' : 'Create Webhook'}
      size="lg"
      withCloseButton={!made && !create.isPending}
      closeOnClickOutside={false}
      closeOnEscape={!made && !create.isPending}
    >
      {made ? (
        <ShownSecret secret={made.secret} onDone={() => goOn(made.id)}>
          The webhook is made, and signs all that it sends.
        </ShownSecret>
      ) : (
        <WebhookForm
          initial={NEW_WEBHOOK}
          kept={[]}
          action="Create Webhook"
          isPending={create.isPending}
          problem={create.error}
          onSubmit={(values) => create.mutate({ body: newWebhook(values) })}
        />
      )}
    </Modal>
  );
}
