import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  createWebhookMutation,
  listWebhooksInfiniteQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { useAction } from '../../api/use-action';
import { useOnce } from '../../api/use-once';
import { closing } from '../../components/closing';
import { showOnce } from '../../components/shown-once';
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
  const once = useOnce();
  const create = useAction({
    ...createWebhookMutation(),
    gcTime: 0,
    onSuccess: ({ id, secret }) => {
      once.made();
      const goOn = (): void =>
        void navigate({
          to: '/settings/webhooks/$webhookId',
          params: { webhookId: id },
          // What was written is saved, though its form may not be gone yet.
          ignoreBlocker: true,
        });
      showOnce({
        title: 'The secret of your new webhook',
        content: (done) => (
          <ShownSecret secret={secret} onDone={() => (done(), goOn())}>
            The webhook is made, and signs all that it sends.
          </ShownSecret>
        ),
      });
      create.reset();
      onClose();
      void queries.invalidateQueries({ queryKey: listWebhooksInfiniteQueryKey() });
    },
  });
  const close = closing(create, onClose);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Create Webhook"
      size="lg"
      withCloseButton={!create.isPending}
      closeOnClickOutside={false}
    >
      <WebhookForm
        initial={NEW_WEBHOOK}
        kept={[]}
        action="Create Webhook"
        isPending={create.isPending}
        problem={create.error}
        onSubmit={(values) => {
          const body = newWebhook(values);
          create.mutate({ body, headers: once(body) });
        }}
      />
    </Modal>
  );
}
