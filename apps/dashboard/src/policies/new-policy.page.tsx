import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/use-action';
import { useOnce } from '../api/use-once';
import { LeaveGuard } from '../components/leave-guard';
import { Page } from '../components/page';
import { Refusal } from '../components/refusal';
import { useMay } from '../session/session';
import { Drafting } from './drafting';
import { createFrom } from './policy-requests';
import { TEMPLATE } from './template';

function NewPolicyPage() {
  const may = useMay('policies:write');
  // Nobody loses what they write by signing in again with another token.
  const [mayBegin] = useState(may);
  return (
    <Page title="New policy">
      {mayBegin ? (
        <NewPolicy />
      ) : (
        <Text size="sm">
          Your token may not write policies: it needs the permission policies:write.
        </Text>
      )}
    </Page>
  );
}

function NewPolicy() {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(TEMPLATE);
  const once = useOnce();
  const create = useAction({
    mutationFn: () => createFrom(draft, once),
    onSuccess: async ({ id }) => {
      notifications.show({ color: 'teal', message: 'The policy is created' });
      await navigate({ to: '/policies/$policyId', params: { policyId: id }, ignoreBlocker: true });
    },
  });
  const save = (): void => create.mutate();
  return (
    <Stack>
      <Drafting draft={draft} readOnly={create.isPending} onChange={setDraft} onSave={save}>
        {create.error && <Refusal problem={create.error} />}
        <Group gap="xs">
          <Button onClick={save} loading={create.isPending}>
            Create policy
          </Button>
          <Button variant="default" component={Link} to="/policies">
            Cancel
          </Button>
        </Group>
      </Drafting>
      <LeaveGuard dirty={draft !== TEMPLATE} />
    </Stack>
  );
}

export const page = createLazyRoute('/signed-in/policies/new')({ component: NewPolicyPage });
