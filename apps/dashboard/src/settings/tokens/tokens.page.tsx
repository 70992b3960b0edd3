import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { byCursor, PAGE_SIZE } from '../../api/by-cursor';
import { listTokensInfiniteOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { TokenView } from '../../api/generated/types.gen';
import { Answer } from '../../components/answer';
import { NextPage } from '../../components/next-page';
import { Rows } from '../../components/rows';
import { sessionOptions, useMay } from '../../session/session';
import { SettingsFrame } from '../settings-frame';
import { CreateToken } from './create-token';
import { mayRevoke } from './permissions';
import { RevokeToken } from './revoke-token';
import { tokenColumns } from './token-columns';

function TokensPage() {
  const [creating, { open, close }] = useDisclosure();
  const mayWrite = useMay('tokens:write');
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      Create Token
    </Button>
  );
  return (
    <SettingsFrame title="API Tokens" actions={create}>
      <Stack>
        <Text size="sm" c="dimmed">
          A token lets a program, or a person, use the API and sign in here. Give each its own, with
          no more than it needs.
        </Text>
        <Tokens />
      </Stack>
      <CreateToken opened={creating} onClose={close} />
    </SettingsFrame>
  );
}

function Tokens() {
  const { data: session } = useQuery(sessionOptions);
  const mayWrite = useMay('tokens:write');
  const list = useInfiniteQuery({
    ...listTokensInfiniteOptions({ query: { limit: PAGE_SIZE } }),
    ...byCursor,
  });
  const own = session?.token.id;
  const held = session?.token.permissions ?? [];
  const revoke = (token: TokenView) =>
    mayRevoke(held, token) && <RevokeToken token={token} isOwn={token.id === own} />;
  const waiting = <Skeleton h={160} role="status" aria-label="The tokens are being read" />;
  return (
    <Answer query={list} waiting={waiting}>
      {({ pages }) => {
        const tokens = pages.flatMap(({ data }) => data);
        return (
          <>
            <Rows
              label="API tokens"
              columns={tokenColumns(own)}
              rows={tokens}
              keyOf={({ id }) => id}
              {...(mayWrite && { actions: revoke })}
            />
            {mayWrite && !tokens.every((token) => mayRevoke(held, token)) && (
              <Text size="sm" c="dimmed">
                You can revoke tokens that may do no more than your own.
              </Text>
            )}
            <NextPage list={list} />
          </>
        );
      }}
    </Answer>
  );
}

export const page = createLazyRoute('/signed-in/settings/tokens')({ component: TokensPage });
