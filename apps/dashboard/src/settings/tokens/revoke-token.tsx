import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  listTokensInfiniteQueryKey,
  revokeTokenMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { TokenView } from '../../api/generated/types.gen';
import { useAction } from '../../api/use-action';
import { Confirm } from '../../components/confirm';
import { PlainText } from '../../components/plain-text';
import { visible } from '../../components/visible';
import { forgetSession } from '../../session/session';

interface RevokeTokenProps {
  readonly token: TokenView;
  /** Whether it is the token that this session was begun with. */
  readonly isOwn: boolean;
}

/** Revokes a token, after asking; revoking one's own signs out. */
export function RevokeToken({ token, isOwn }: RevokeTokenProps) {
  const [asking, { open, close }] = useDisclosure();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const revoke = useAction({
    ...revokeTokenMutation(),
    onSuccess: async () => {
      if (isOwn) {
        forgetSession();
        return navigate({ to: '/sign-in' });
      }
      close();
      return queries.invalidateQueries({ queryKey: listTokensInfiniteQueryKey() });
    },
  });
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={`Revoke ${visible(token.name)}`}
        onClick={open}
      >
        Revoke
      </Button>
      <Confirm
        opened={asking}
        title="Revoke this token?"
        action="Revoke"
        doing={revoke}
        onConfirm={() => revoke.mutate({ path: { token_id: token.id } })}
        onClose={close}
      >
        <Text size="sm">
          Whoever uses{' '}
          <Text span fw={600}>
            <PlainText>{token.name}</PlainText>
          </Text>{' '}
          is refused from now on, and sessions that were begun with it end. This cannot be taken
          back.
        </Text>
        {isOwn && (
          <Text size="sm" fw={600}>
            You are signed in with this token: you will be signed out.
          </Text>
        )}
        {token.origin === 'environment' && (
          <Text size="sm">
            It comes from the setting ADMIN_TOKEN, and no start makes it again: another value of
            that setting opens the house.
          </Text>
        )}
      </Confirm>
    </>
  );
}
