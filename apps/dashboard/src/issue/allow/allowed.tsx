import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import type { IssueInFullView } from '../../api/generated/types.gen';
import { useAction } from '../../api/use-action';
import { PageLink } from '../../components/page-link';
import { PlainText } from '../../components/plain-text';
import { ProblemAlert } from '../../components/problem-alert';
import { StatusBadge } from '../../components/status-badge';
import { useMay } from '../../session/session';
import { changeStatus } from '../status/change-status';
import type { Allowing } from './allow-requests';

interface AllowedProps {
  readonly issue: IssueInFullView;
  readonly by: Allowing;
  readonly onDone: () => void;
}

/** What is so from now on, and what is left to do with the issue. */
export function Allowed({ issue, by, onDone }: AllowedProps) {
  return (
    <Stack>
      <Alert
        color="teal"
        icon={<IconShieldCheck aria-hidden />}
        title="It is allowed"
        role="status"
      >
        <PageLink to="/policies/$policyId" params={{ policyId: by.id }}>
          <PlainText>{by.name}</PlainText>
        </PageLink>{' '}
        allows it: what is seen from now on raises no issue. The policy resolves open issues about
        it by itself.
      </Alert>
      <Group gap="xs">
        <Text size="sm">This issue is now:</Text>
        <StatusBadge status={issue.status} />
      </Group>
      <Group justify="flex-end">
        <Resolve issue={issue} by={by} />
        <Button onClick={onDone} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}

/** For an issue that the policy left as it was, such as one that is ignored. */
function Resolve({ issue, by }: Pick<AllowedProps, 'issue' | 'by'>) {
  const may = useMay('issues:write');
  const resolve = useAction({
    mutationFn: () =>
      changeStatus(issue.id, {
        ...{ status: 'resolved', reason: `allowed by the policy "${by.name}"`, until: null },
      }),
  });
  if (!may || issue.status === 'resolved') return null;
  return (
    <>
      {resolve.error && <ProblemAlert problem={resolve.error} />}
      <Button variant="default" onClick={() => resolve.mutate()} loading={resolve.isPending}>
        Resolve this issue
      </Button>
    </>
  );
}
