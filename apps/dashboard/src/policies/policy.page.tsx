import { Alert, Group, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { getPolicyOptions } from '../api/generated/@tanstack/react-query.gen';
import type { PolicyView } from '../api/generated/types.gen';
import { isMissing } from '../api/problem';
import { LeaveGuard } from '../components/leave-guard';
import { Page } from '../components/page';
import { PlainText } from '../components/plain-text';
import { ProblemAlert } from '../components/problem-alert';
import { TimeAgo } from '../components/time-ago';
import { visible } from '../components/visible';
import { useMay } from '../session/session';
import { DeletePolicy } from './delete-policy';
import { DeletedPolicy } from './deleted-policy';
import { EnabledSwitch } from './enabled-switch';
import { PolicyEditor, saidSaved } from './policy-editor';
import type { PolicySearch } from './policy.search';
import { rulesWords, scopeWords } from './scope-words';
import { TypeBadge } from './type-badge';
import { useDraft } from './use-draft';
import { VersionsPanel } from './versions/versions-panel';

function PolicyPage() {
  const { policyId } = page.useParams();
  const search = page.useSearch();
  const navigate = useNavigate({ from: '/policies/$policyId' });
  const asked = useQuery(getPolicyOptions({ path: { policy_id: policyId } }));
  const { data: policy } = asked;
  // Generated types tell the bodies of errors; what is thrown is the problem made of them.
  const error: unknown = asked.error;
  const gone = isMissing(error);
  const show = (shown: PolicySearch): void => void navigate({ search: shown, replace: true });
  if (policy) return <Shown key={policyId} {...{ policy, error, search, show }} />;
  return (
    <Page title="Policy">
      {gone ? (
        <DeletedPolicy {...{ policyId, search }} onCompare={show} />
      ) : error ? (
        <ProblemAlert problem={error} />
      ) : (
        <Skeleton h={360} role="status" aria-label="The policy is loading" />
      )}
    </Page>
  );
}

interface ShownProps {
  readonly policy: PolicyView;
  /** Why it cannot be read again; null while it can. */
  readonly error: unknown;
  readonly search: PolicySearch;
  show(search: PolicySearch): void;
}

function Shown({ policy, error, search, show }: ShownProps) {
  const gone = isMissing(error);
  const draft = useDraft(policy, saidSaved);
  const may = useMay('policies:write');
  return (
    <Page
      title={visible(policy.name)}
      actions={
        <>
          <EnabledSwitch policy={policy} label="Enabled" disabled={draft.dirty} />
          {may && <DeletePolicy policy={policy} />}
        </>
      }
    >
      <Stack>
        <Facts policy={policy} />
        {error !== null && !gone && <ProblemAlert problem={error} />}
        {gone && (
          <Alert color="yellow" role="alert" title="Somebody deleted this policy meanwhile">
            Nothing is judged by it any more. What is written here can be copied into a new policy.
          </Alert>
        )}
        <Tabs
          value={search.tab ?? 'policy'}
          onChange={(tab) => show(tab === 'versions' ? { tab } : {})}
          keepMounted={false}
        >
          <Tabs.List mb="md">
            <Tabs.Tab value="policy">Policy</Tabs.Tab>
            <Tabs.Tab value="versions">Versions</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="policy">
            <PolicyEditor draft={draft} />
          </Tabs.Panel>
          <Tabs.Panel value="versions">
            <VersionsPanel
              {...{ policyId: policy.id, policy, search }}
              notNow={draft.dirty ? 'Save or discard your changes before you restore.' : ''}
              onCompare={show}
            />
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
