import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { redeliverFailedMutation } from '../../api/generated/@tanstack/react-query.gen';
import { houseNow } from '../../api/house-clock';
import { useAction } from '../../api/use-action';
import { isoOf } from '../../components/iso-of';
import { LAST_MOMENT, toField } from '../../components/period';
import { ProblemAlert } from '../../components/problem-alert';
import { useChangedWebhook } from './use-changed-webhook';

const DAY_MS = 86_400_000;

interface RedeliverFailedProps {
  readonly webhookId: string;
  readonly opened: boolean;
  onClose(): void;
}

/** Makes due again what was given up since a time. */
export function RedeliverFailed({ webhookId, opened, onClose }: RedeliverFailedProps) {
  const [since, setSince] = useState(() => toField(new Date(houseNow() - DAY_MS).toISOString()));
  const changed = useChangedWebhook(webhookId);
  const again = useAction({ ...redeliverFailedMutation(), onSuccess: changed });
  const at = new Date(since);
  const isTime = !Number.isNaN(at.getTime());
  const ask = (): void =>
    again.mutate({ path: { webhook_id: webhookId }, body: { since: isoOf(at) } });
  const close = (): void => {
    again.reset();
    onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title="Redeliver what was given up" centered>
      <Stack>
        <Text size="sm">
          Deliveries that were given up are made due again, oldest first, under the ids that they
          had. Tests are left out.
        </Text>
        <TextInput
          type="datetime-local"
          max={LAST_MOMENT}
          label="Made after"
          data-autofocus
          value={since}
          error={isTime ? null : 'Choose a day and a time'}
          onChange={({ currentTarget: { value } }) => setSince(value)}
        />
        {again.error !== null && <ProblemAlert problem={again.error} />}
        <Text size="sm" role="status">
          {again.data && outcome(again.data)}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button loading={again.isPending} disabled={!isTime} onClick={ask}>
            {again.data?.more ? 'Go on' : 'Redeliver'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function outcome({ count, more }: { readonly count: number; readonly more: boolean }): string {
  if (count === 0) return 'Nothing was given up since then.';
  const due = count === 1 ? '1 delivery is due again.' : `${count} deliveries are due again.`;
  return more ? `${due} There may be more: go on.` : due;
}
