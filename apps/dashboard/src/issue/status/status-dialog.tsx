import { Button, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useAction } from '../../api/use-action';
import { ProblemAlert } from '../../components/problem-alert';
import { changeStatus } from './change-status';
import type { Deed } from './deeds';
import { endOf, type SpanName, SPANS } from './until';

interface StatusDialogProps {
  readonly issueId: string;
  readonly deed: Deed;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the reason, and for ignoring until when; then does it. */
export function StatusDialog({ issueId, deed, opened, onClose }: StatusDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`${deed.label} this issue`}>
      <StatusForm key={deed.status} issueId={issueId} deed={deed} onDone={onClose} />
    </Modal>
  );
}

interface StatusFormProps {
  readonly issueId: string;
  readonly deed: Deed;
  readonly onDone: () => void;
}

function StatusForm({ issueId, deed, onDone }: StatusFormProps) {
  const [reason, setReason] = useState('');
  const [span, setSpan] = useState<SpanName>('for ever');
  const change = useAction({
    mutationFn: () => {
      const until = deed.status === 'ignored' ? endOf(span, Date.now()) : null;
      return changeStatus(issueId, { status: deed.status, reason: reason.trim() || null, until });
    },
    onSuccess: onDone,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    change.mutate();
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
        {change.error && <ProblemAlert problem={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            {deed.label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
