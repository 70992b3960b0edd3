import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { IssueStatusBody } from '../../api/generated/types.gen';
import { houseNow } from '../../api/house-clock';
import { type Action, useAction } from '../../api/use-action';
import { closing } from '../../components/closing';
import { LeaveGuard } from '../../components/leave-guard';
import { Refusal } from '../../components/refusal';
import type { Deed } from './deeds';
import { endOf, type SpanName, SPANS } from './until';

interface StatusDialogProps {
  readonly deed: Deed;
  /** What will have the status, such as `this issue`. */
  readonly about: string;
  readonly change: (body: IssueStatusBody) => Promise<void>;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the reason, and for ignoring until when; then does it. */
export function StatusDialog({ deed, about, change, opened, onClose }: StatusDialogProps) {
  const changing = useAction({ mutationFn: change, onSuccess: onClose });
  const close = closing(changing, onClose);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={`${deed.label} ${about}`}
      closeOnClickOutside={false}
      withCloseButton={!changing.isPending}
    >
      <StatusForm key={deed.status} deed={deed} change={changing} onCancel={close} />
    </Modal>
  );
}

interface StatusFormProps {
  readonly deed: Deed;
  readonly change: Action<void, IssueStatusBody>;
  readonly onCancel: () => void;
}

function StatusForm({ deed, change, onCancel }: StatusFormProps) {
  const [reason, setReason] = useState('');
  const [span, setSpan] = useState<SpanName>('for ever');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const until = deed.status === 'ignored' ? endOf(span, houseNow()) : null;
    change.mutate({ status: deed.status, reason: reason.trim() || null, until });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">{deed.means}</Text>
        {deed.status === 'ignored' && (
          <Select
            label="How long"
            data={[...SPANS]}
            value={span}
            onChange={(value) => setSpan(value ?? 'for ever')}
            allowDeselect={false}
          />
        )}
        <Textarea
          label="Reason"
          description="For whoever looks at the timeline later; may be left out"
          maxLength={1000}
          autosize
          minRows={2}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {change.error && <Refusal problem={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={change.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            {deed.label}
          </Button>
        </Group>
      </Stack>
      <LeaveGuard dirty={reason.trim() !== ''} ofAddress />
    </form>
  );
}
