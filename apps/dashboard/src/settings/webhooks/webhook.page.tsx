import { Box, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import {
  getWebhookOptions,
  testWebhookMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { WebhookView } from '../../api/generated/types.gen';
import { isMissing } from '../../api/problem';
import { useAction } from '../../api/use-action';
import { InSight } from '../../components/in-sight';
import { PageLink } from '../../components/page-link';
import { PlainText } from '../../components/plain-text';
import { ProblemAlert } from '../../components/problem-alert';
import { Refusal } from '../../components/refusal';
import { visible } from '../../components/visible';
import { useMay } from '../../session/session';
import { SettingsFrame } from '../settings-frame';
import { ChangeWebhook } from './change-webhook';
import { DeliveryLog } from './delivery-log';
import { TestResult } from './test-result';
import { useChangedWebhook } from './use-changed-webhook';
import { WebhookActions } from './webhook-actions';
import { toldInWords } from './webhook-values';
import { TABS, type WebhookSearch } from './webhook.search';
import { WebhookSecret } from './webhook-secret';
import { WebhookState } from './webhook-state';

/** How a webhook does changes by itself. */
const LOOK_AGAIN_MS = 5_000;

function WebhookPage() {
  const { webhookId } = page.useParams();
  const { data: webhook, error } = useQuery({
    ...getWebhookOptions({ path: { webhook_id: webhookId } }),
    refetchInterval: ({ state }) => (state.data ? LOOK_AGAIN_MS : false),
  });
  if (webhook && !isMissing(error))
    return <Whole key={webhookId} webhook={webhook} problem={error} />;
  return (
    <SettingsFrame title="Webhook">
      {error === null ? (
        <Skeleton h={160} role="status" aria-label="The webhook is being read" />
      ) : (
        <ProblemAlert problem={error} />
      )}
    </SettingsFrame>
  );
}

interface WholeProps {
  readonly webhook: WebhookView;
  /** Why nobody could say how it is now; null for nothing. */
  readonly problem: unknown;
}

function Whole({ webhook, problem }: WholeProps) {
  const mayWrite = useMay('webhooks:write');
  const changed = useChangedWebhook(webhook.id);
  const test = useAction({ ...testWebhookMutation(), onSettled: changed });
  const actions = mayWrite && (
    <WebhookActions
      webhook={webhook}
      isTesting={test.isPending}
      onTest={() => test.mutate({ path: { webhook_id: webhook.id } })}
    />
  );
  return (
    <SettingsFrame title={visible(webhook.url)} actions={actions}>
      <Stack>
        <Box>
          <Text size="sm">
            <PageLink to="/settings/webhooks">All webhooks</PageLink>
          </Text>
          {webhook.description !== '' && (
            <Text style={{ overflowWrap: 'anywhere' }}>
              <PlainText>{webhook.description}</PlainText>
            </Text>
          )}
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <PlainText>{toldInWords(webhook)}</PlainText>
          </Text>
        </Box>
        {problem !== null && <ProblemAlert problem={problem} />}
        <WebhookState webhook={webhook} />
        {test.error !== null && <Refusal problem={test.error} />}
        {test.data && (
          <InSight>
            <TestResult result={test.data} onClose={test.reset} />
          </InSight>
        )}
        <Parts webhook={webhook} />
      </Stack>
    </SettingsFrame>
  );
}

function Parts({ webhook }: { readonly webhook: WebhookView }) {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const mayWrite = useMay('webhooks:write');
  const show = (next: WebhookSearch): void => void navigate({ search: next, resetScroll: false });
  const choose = (word: string | null): void => {
    const tab = TABS.find((one) => one === word);
    show(tab === undefined || tab === 'deliveries' ? {} : { tab });
  };
  const { tab: shown = 'deliveries' } = search;
  // From then on what is written there stays, whatever else is looked at.
  const [isChanging, setChanging] = useState(false);
  if (shown === 'change' && !isChanging) setChanging(true);
  return (
    <Tabs
      value={shown}
      onChange={choose}
      keepMounted={false}
      // Else what asks before the page is left would sleep with what is hidden.
      keepMountedMode="display-none"
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
        <Tabs.Tab value="secret">Secret</Tabs.Tab>
        {mayWrite && <Tabs.Tab value="change">Change</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="deliveries">
        <DeliveryLog webhookId={webhook.id} search={search} onSearch={show} />
      </Tabs.Panel>
      <Tabs.Panel value="secret">
        <WebhookSecret webhook={webhook} />
      </Tabs.Panel>
      {mayWrite && (
        <Tabs.Panel value="change" maw={720} keepMounted={isChanging}>
          <ChangeWebhook webhook={webhook} />
        </Tabs.Panel>
      )}
    </Tabs>
  );
}

export const page = createLazyRoute('/signed-in/settings/webhooks/$webhookId')({
  component: WebhookPage,
});
