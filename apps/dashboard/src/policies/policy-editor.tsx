import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { PolicyView } from '../api/generated/types.gen';
import { Refusal } from '../components/refusal';
import { useMay } from '../session/session';
import { Conflict } from './conflict';
import { Drafting } from './drafting';
import type { Draft } from './use-draft';

export const saidSaved = ({ version }: PolicyView): void =>
  void notifications.show({ color: 'teal', message: `Saved as version ${version}` });

/** The text of a policy, to be changed and saved. */
export function PolicyEditor({ draft }: { readonly draft: Draft }) {
  const may = useMay('policies:write');
  return (
    <Drafting
      draft={draft.text}
      unchanged={!draft.dirty}
      readOnly={!may || draft.saving}
      onChange={draft.write}
      onSave={draft.save}
    >
      {draft.theirs && <Conflict draft={draft} theirs={draft.theirs} />}
      {draft.problem && <Refusal problem={draft.problem} />}
      {may && (
        <Group gap="xs">
          <Button onClick={draft.save} loading={draft.saving} disabled={!draft.dirty}>
            Save
          </Button>
          {draft.dirty && (
            <Button variant="default" onClick={draft.drop} disabled={draft.saving}>
              Discard changes
            </Button>
          )}
        </Group>
      )}
    </Drafting>
  );
}
