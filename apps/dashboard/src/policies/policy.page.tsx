import { Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { getPolicyOptions } from '../api/generated/@tanstack/react-query.gen';
import type { PolicyView } from '../api/generated/types.gen';
import { Page } from '../components/page';
import { PlainText } from '../components/plain-text';
import { ProblemAlert } from '../components/problem-alert';
import { TimeAgo } from '../components/time-ago';
import { visible } from '../components/visible';
import { EnabledSwitch } from './enabled-switch';
import { LeaveGuard } from './editor/leave-guard';
import { PolicyEditor, saidSaved } from './policy-editor';
import { rulesWords, scopeWords } from './scope-words';
import { TypeBadge } from './type-badge';
import { useDraft } from './use-draft';

function PolicyPage() {
  const { policyId } = page.useParams();
  const { data: policy, error } = useQuery(getPolicyOptions({ path: { policy_id: policyId } }));
  if (policy) return <Shown key={policy.id} policy={policy} />;
  return (
    <Page title="Policy">
      {error ? (
        <ProblemAlert problem={error} />
      ) : (
        <Skeleton h={360} aria-label="The policy is loading" />
      )}
    </Page>
  );
}

function Shown({ policy }: { readonly policy: PolicyView }) {
  const { tab = 'policy' } = page.useSearch();
  const navigate = useNavigate({ from: '/policies/$policyId' });
  const draft = useDraft(policy, saidSaved);
  const show = (value: string | null): void =>
    void navigate({ search: value === 'versions' ? { tab: value } : {}, replace: true });
  return (
    <Page
      title={visible(policy.name)}
      actions={<EnabledSwitch policy={policy} label="Enabled" disabled={draft.dirty} />}
    >
      <Stack>
        <Facts policy={policy} />
        <Tabs value={tab} onChange={show}>
          <Tabs.List mb="md">
            <Tabs.Tab value="policy">Policy</Tabs.Tab>
            <Tabs.Tab value="versions">Versions</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="policy">
            <PolicyEditor draft={draft} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
      <LeaveGuard dirty={draft.dirty} />
    </Page>
  );
}

const Facts = ({ policy }: { readonly policy: PolicyView }) => (
  <Group gap="sm">
    <TypeBadge type={policy.type} />
    <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      <PlainText>{scopeWords(policy)}</PlainText> · {rulesWords(policy.rules.length)} · version{' '}
      {policy.version}, changed <TimeAgo at={policy.updated_at} />
    </Text>
  </Group>
);

export const page = createLazyRoute('/signed-in/policies/$policyId')({ component: PolicyPage });
