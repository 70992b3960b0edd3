import { Button, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/use-action';
import { useOnce } from '../api/use-once';
import { LeaveGuard } from '../components/leave-guard';
import { Page } from '../components/page';
import { ProblemAlert } from '../components/problem-alert';
import { Drafting } from './drafting';
import { createFrom } from './policy-requests';
import { TEMPLATE } from './template';

function NewPolicyPage() {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(TEMPLATE);
  const dirty = draft !== TEMPLATE;
  const once = useOnce();
  const create = useAction({
    mutationFn: () => createFrom(draft, once),
    onSuccess: async ({ id }) => {
      notifications.show({ color: 'teal', message: 'The policy is created' });
      await navigate({ to: '/policies/$policyId', params: { policyId: id }, ignoreBlocker: true });
    },
  });
  const save = (): void => {
    if (dirty) create.mutate();
  };
  return (
    <Page title="New policy">
      <Stack>
        {create.error && <ProblemAlert problem={create.error} />}
        <Drafting draft={draft} readOnly={create.isPending} onChange={setDraft} onSave={save}>
          <Group gap="xs">
            <Button onClick={save} loading={create.isPending} disabled={!dirty}>
              Create policy
            </Button>
            <Button variant="default" component={Link} to="/policies">
              Cancel
            </Button>
          </Group>
        </Drafting>
      </Stack>
      <LeaveGuard dirty={dirty} />
    </Page>
  );
}

export const page = createLazyRoute('/signed-in/policies/new')({ component: NewPolicyPage });
