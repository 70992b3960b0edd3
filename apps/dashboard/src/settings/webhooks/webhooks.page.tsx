import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { byCursor, PAGE_SIZE } from '../../api/by-cursor';
import { listWebhooksInfiniteOptions } from '../../api/generated/@tanstack/react-query.gen';
import { Answer } from '../../components/answer';
import { EmptyState } from '../../components/empty-state';
import { NextPage } from '../../components/next-page';
import { Rows } from '../../components/rows';
import { useMay } from '../../session/session';
import { SettingsFrame } from '../settings-frame';
import { CreateWebhook } from './create-webhook';
import { WEBHOOK_COLUMNS } from './webhook-columns';

function WebhooksPage() {
  const [creating, { open, close }] = useDisclosure();
  const create = useMay('webhooks:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      Create Webhook
    </Button>
  );
  return (
    <SettingsFrame title="Webhooks" actions={create}>
      <Stack>
        <Text size="sm" c="dimmed">
          A webhook tells a receiver of yours what happens to issues, signed, and again until it has
          been told.
        </Text>
        <Webhooks />
      </Stack>
      <CreateWebhook opened={creating} onClose={close} />
    </SettingsFrame>
  );
}

function Webhooks() {
  const list = useInfiniteQuery({
    ...listWebhooksInfiniteOptions({ query: { limit: PAGE_SIZE } }),
    ...byCursor,
  });
  const waiting = <Skeleton h={160} role="status" aria-label="The webhooks are being read" />;
  return (
    <Answer query={list} waiting={waiting}>
      {({ pages }) => {
        const webhooks = pages.flatMap(({ data }) => data);
        if (webhooks.length === 0) return <NoWebhooks />;
        return (
          <>
            <Rows
              label="Webhooks"
              columns={WEBHOOK_COLUMNS}
              rows={webhooks}
              keyOf={({ id }) => id}
            />
            <NextPage list={list} />
          </>
        );
      }}
    </Answer>
  );
}

const NoWebhooks = () => (
  <EmptyState title="No webhook yet">
    Create one with the address of a receiver: a chat, a pager, a ticket system or a program of
    yours. Its secret is shown once, and a test can be sent at once.
  </EmptyState>
);

export const page = createLazyRoute('/signed-in/settings/webhooks')({ component: WebhooksPage });
