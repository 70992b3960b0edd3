import { Button, Divider, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  getDeliveryOptions,
  getDeliveryQueryKey,
  redeliverMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { DeliveryView } from '../../api/generated/types.gen';
import { queries } from '../../api/queries';
import { useAction } from '../../api/use-action';
import { PageLink } from '../../components/page-link';
import { ProblemAlert } from '../../components/problem-alert';
import { TextBlock } from '../../components/text-block';
import { useMay } from '../../session/session';
import { Attempt } from './attempt';
import { useChangedWebhook } from './use-changed-webhook';

const WHILE_IT_WAITS_MS = 2_000;

/** One delivery in full: what is sent, and every attempt. */
export function Delivery({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    ...getDeliveryOptions({ path: { delivery_id: id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WHILE_IT_WAITS_MS : false),
  });
  if (data) return <Whole delivery={data} />;
  return error === null ? (
    <Skeleton h={120} role="status" aria-label="The delivery is being read" />
  ) : (
    <ProblemAlert problem={error} />
  );
}

function Whole({ delivery }: { readonly delivery: DeliveryView }) {
  const { event, issue_id, body, attempts } = delivery;
  return (
    <Stack gap="sm">
      <Group gap="sm" justify="space-between">
        {event === 'webhook.test' ? (
          <Text size="sm">A test; it tells of no issue.</Text>
        ) : (
          <Text size="sm">
            <PageLink to="/issues/$issueId" params={{ issueId: issue_id }}>
              The issue it tells of
            </PageLink>
          </Text>
        )}
        <Redeliver delivery={delivery} />
      </Group>
      <Text size="sm" fw={600}>
        Request
      </Text>
      <TextBlock label="Body of the request" text={body} />
      {attempts.length === 0 && (
        <Text size="sm" c="dimmed">
          No attempt was made yet.
        </Text>
      )}
      {attempts.toReversed().map((attempt) => (
        <Stack key={attempt.number} gap="sm">
          <Divider />
          <Attempt attempt={attempt} />
        </Stack>
      ))}
    </Stack>
  );
}

function Redeliver({ delivery }: { readonly delivery: DeliveryView }) {
  const { id, webhook_id, status } = delivery;
  const mayWrite = useMay('webhooks:write');
  const changed = useChangedWebhook(webhook_id);
  const path = { delivery_id: id };
  const again = useAction({
    ...redeliverMutation(),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: getDeliveryQueryKey({ path }) }),
        changed(),
      ]),
  });
  if (!mayWrite) return null;
  return (
    <Stack gap="xs" align="flex-end">
      <Button
        size="xs"
        variant="default"
        loading={again.isPending}
        onClick={() => again.mutate({ path })}
      >
        {status === 'pending' ? 'Deliver now' : 'Redeliver'}
      </Button>
      {again.error !== null && <ProblemAlert problem={again.error} />}
    </Stack>
  );
}
