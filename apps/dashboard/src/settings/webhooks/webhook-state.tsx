import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlayerPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { updateWebhookMutation } from '../../api/generated/@tanstack/react-query.gen';
import type { WebhookView } from '../../api/generated/types.gen';
import { useAction } from '../../api/use-action';
import { number } from '../../components/number';
import { PlainText } from '../../components/plain-text';
import { ProblemAlert } from '../../components/problem-alert';
import { TimeAgo } from '../../components/time-ago';
import { useMay } from '../../session/session';
import { HealthBadge } from './health-badge';
import { useChangedWebhook } from './use-changed-webhook';

/** How a webhook does. */
export function WebhookState({ webhook }: { readonly webhook: WebhookView }) {
  const { failing_since, failures, last_success_at, last_error, pending } = webhook.delivery_health;
  return (
    <Stack gap="sm">
      {!webhook.enabled && <Disabled webhook={webhook} />}
      <Paper withBorder p="sm">
        <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing="sm" m={0}>
          <Fact name="Health">
            <HealthBadge webhook={webhook} />
          </Fact>
          <Fact name="Waiting">{number(pending)}</Fact>
          <Fact name="Last success">
            {last_success_at === null ? 'None yet' : <TimeAgo at={last_success_at} />}
          </Fact>
          <Fact name="Failing">
            {failing_since === null ? (
              'No'
            ) : (
              <>
                {number(failures)} {failures === 1 ? 'attempt' : 'attempts'}, the first{' '}
                <TimeAgo at={failing_since} />
              </>
            )}
          </Fact>
        </SimpleGrid>
        {failing_since !== null && last_error !== null && (
          <Text size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
            Last failure: <PlainText>{last_error}</PlainText>
          </Text>
        )}
      </Paper>
    </Stack>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" m={0}>
        {children}
      </Text>
    </div>
  );
}

function Disabled({ webhook: { id, disabled_reason } }: { readonly webhook: WebhookView }) {
  const changed = useChangedWebhook(id);
  const mayWrite = useMay('webhooks:write');
  const enable = useAction({ ...updateWebhookMutation(), onSuccess: changed });
  return (
    <Alert
      color="red"
      icon={<IconPlayerPause aria-hidden />}
      title={
        disabled_reason === null ? 'This webhook is disabled' : 'Parapet disabled this webhook'
      }
    >
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {disabled_reason !== null && (
            <>
              Why: <PlainText>{disabled_reason}</PlainText>.{' '}
            </>
          )}
          Nothing is sent, and what happens meanwhile is never told to it. What was given up before
          can be delivered again once it is enabled.
        </Text>
        {enable.error !== null && <ProblemAlert problem={enable.error} />}
        {mayWrite && (
          <Group>
            <Button
              size="xs"
              loading={enable.isPending}
              onClick={() => enable.mutate({ path: { webhook_id: id }, body: { enabled: true } })}
            >
              Enable
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}
