import {
  Accordion,
  Badge,
  Button,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { byCursor, PAGE_SIZE } from '../../api/by-cursor';
import { listDeliveriesInfiniteOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { DeliveryView } from '../../api/generated/types.gen';
import { millisecondsOf } from '../../components/ago';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { NextPage } from '../../components/next-page';
import { PlainText } from '../../components/plain-text';
import { Section } from '../../components/section';
import { TimeAgo } from '../../components/time-ago';
import { useNow } from '../../components/use-now';
import { useMay } from '../../session/session';
import { Delivery } from './delivery';
import { STATUS_WORDS } from './delivery-status';
import { RedeliverFailed } from './redeliver-failed';
import { toldTitle } from './told-title';
import { DELIVERY_STATUSES, type WebhookSearch } from './webhook.search';

/** A list of one page is asked for again so often; a longer one is left to whoever reads it. */
const LOOK_AGAIN_MS = 3_000;

const CHOICES = [
  { value: 'all', label: 'All' },
  ...DELIVERY_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].label })),
];

interface DeliveryLogProps {
  readonly webhookId: string;
  readonly search: WebhookSearch;
  onSearch(search: WebhookSearch): void;
}

/** What a webhook has sent, newest first, each with its attempts. */
export function DeliveryLog({ webhookId, search, onSearch }: DeliveryLogProps) {
  const [again, { open, close }] = useDisclosure();
  const mayWrite = useMay('webhooks:write');
  const choose = (word: string): void => {
    const status = DELIVERY_STATUSES.find((one) => one === word);
    onSearch(status ? { status } : {});
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Status of the deliveries"
          data={CHOICES}
          value={search.status ?? 'all'}
          onChange={choose}
        />
        {mayWrite && (
          <Button size="xs" variant="default" onClick={open}>
            Redeliver failed…
          </Button>
        )}
      </Group>
      <Deliveries webhookId={webhookId} search={search} onSearch={onSearch} />
      <RedeliverFailed webhookId={webhookId} opened={again} onClose={close} />
    </Stack>
  );
}

function Deliveries({ webhookId, search, onSearch }: DeliveryLogProps) {
  const { status, delivery: opened } = search;
  const path = { webhook_id: webhookId };
  const list = useInfiniteQuery({
    ...listDeliveriesInfiniteOptions({
      path,
      query: { limit: PAGE_SIZE, ...(status && { status }) },
    }),
    ...byCursor,
    initialPageParam: { path },
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? LOOK_AGAIN_MS : false),
  });
  const waiting = <Skeleton h={160} role="status" aria-label="The deliveries are being read" />;
  return (
    <Answer query={list} waiting={waiting}>
      {({ pages }) => {
        const deliveries = pages.flatMap(({ data }) => data);
        const apart = deliveries.every(({ id }) => id !== opened) ? opened : undefined;
        return (
          <>
            {apart !== undefined && <Apart id={apart} />}
            {deliveries.length === 0 && <NoDeliveries status={status} />}
            <Accordion
              variant="contained"
              order={2}
              value={opened ?? null}
              onChange={(id) =>
                onSearch({ ...(status && { status }), ...(id && { delivery: id }) })
              }
            >
              {deliveries.map((delivery) => (
                <Accordion.Item key={delivery.id} value={delivery.id}>
                  <Accordion.Control>
                    <Line delivery={delivery} />
                  </Accordion.Control>
                  <Accordion.Panel>
                    {delivery.id === opened && <Delivery id={delivery.id} />}
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
            <NextPage list={list} />
          </>
        );
      }}
    </Answer>
  );
}

/** A delivery that the list does not have, or not yet: a link may lead to any. */
const Apart = ({ id }: { readonly id: string }) => (
  <Section title="The delivery that you came for">
    <Delivery id={id} />
  </Section>
);

const NoDeliveries = ({ status }: { readonly status: WebhookSearch['status'] }) => (
  <EmptyState title={status ? 'No such delivery' : 'Nothing was sent yet'}>
    {status
      ? 'Choose another status to see the other deliveries.'
      : 'Send a test to see how the receiver answers; what happens to issues comes here by itself.'}
  </EmptyState>
);

function Line({ delivery }: { readonly delivery: DeliveryView }) {
  const { status, event, body, created_at, attempts, next_attempt_at } = delivery;
  const { label, color } = STATUS_WORDS[status];
  const title = toldTitle(body);
  const last = attempts.at(-1);
  return (
    <Group component="span" gap="sm">
      <Badge component="span" variant="dot" color={color} tt="none" w={104}>
        {label}
      </Badge>
      <Text span size="sm" fw={500}>
        {event}
      </Text>
      {title !== undefined && (
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          <PlainText>{title}</PlainText>
        </Text>
      )}
      <Text span size="sm" c="dimmed">
        <TimeAgo at={created_at} />
      </Text>
      {last && (
        <Text span size="sm" c="dimmed">
          {attempts.length === 1 ? '1 attempt' : `${last.number} attempts`}
          {last.error !== null && (
            <>
              , <PlainText>{last.status === null ? last.error : `HTTP ${last.status}`}</PlainText>
            </>
          )}
        </Text>
      )}
      {next_attempt_at !== null && (
        <Text span size="sm" c="dimmed">
          <NextAttempt at={next_attempt_at} />
        </Text>
      )}
    </Group>
  );
}

/** While its receiver is down a delivery waits beyond its time, until one that is sent to find out comes through. */
function NextAttempt({ at }: { readonly at: string }) {
  const isDue = millisecondsOf(at) <= useNow();
  return (
    <>
      {isDue ? 'due' : 'next'} <TimeAgo at={at} />
    </>
  );
}
