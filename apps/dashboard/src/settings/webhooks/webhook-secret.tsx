import { Button, Group, Stack, Text } from '@mantine/core';
import {
  promoteWebhookSecretMutation,
  rotateWebhookSecretMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { StagedSecretView, WebhookView } from '../../api/generated/types.gen';
import { useAction } from '../../api/use-action';
import { ProblemAlert } from '../../components/problem-alert';
import { showOnce } from '../../components/shown-once';
import { TimeAgo } from '../../components/time-ago';
import { useMay } from '../../session/session';
import { ShownSecret } from './shown-secret';
import { useChangedWebhook } from './use-changed-webhook';

/** The secret that a webhook signs with, and the way to another without losing a request. */
export function WebhookSecret({ webhook }: { readonly webhook: WebhookView }) {
  const { id, secret_staged_at: staged, secret_promotes_at: promotes } = webhook;
  const mayWrite = useMay('webhooks:write');
  const changed = useChangedWebhook(id);
  const rotate = useAction({
    ...rotateWebhookSecretMutation(),
    gcTime: 0,
    onSuccess: (made) => {
      showOnce({
        title: 'The new secret',
        content: (done) => <NewSecret made={made} onDone={done} />,
      });
      return changed();
    },
  });
  const promote = useAction({ ...promoteWebhookSecretMutation(), onSuccess: changed });
  const path = { webhook_id: id };
  const problem = rotate.error ?? promote.error;
  return (
    <Stack align="flex-start" maw={720}>
      {staged === null || promotes === null ? (
        <Text size="sm">
          One secret signs all that is sent. To change it, a new one is staged beside it: both sign
          for 24 hours, so that the receiver can be given the new one meanwhile.
        </Text>
      ) : (
        <Text size="sm" role="status">
          Two secrets sign: a new one was staged <TimeAgo at={staged} /> and becomes the only one{' '}
          <TimeAgo at={promotes} /> at the latest. Until then <b>webhook-signature</b> has a
          signature by each, and <b>X-Service-Signature</b> is by the old one.
        </Text>
      )}
      {problem !== null && <ProblemAlert problem={problem} />}
      {mayWrite && (
        <Group gap="xs">
          {staged !== null && (
            <Button loading={promote.isPending} onClick={() => promote.mutate({ path })}>
              Make the new secret the only one
            </Button>
          )}
          <Button
            variant="default"
            loading={rotate.isPending}
            onClick={() => rotate.mutate({ path })}
          >
            {staged === null ? 'Rotate secret' : 'Drop it and stage another'}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface NewSecretProps {
  readonly made: StagedSecretView;
  onDone(): void;
}

const NewSecret = ({ made: { secret, promotes_at }, onDone }: NewSecretProps) => (
  <ShownSecret secret={secret} onDone={onDone}>
    Both secrets sign until the new one is promoted, which happens <TimeAgo at={promotes_at} /> at
    the latest. Give it to the receiver beside the old one.
  </ShownSecret>
);
