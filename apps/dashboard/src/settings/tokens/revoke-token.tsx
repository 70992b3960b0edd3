import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  listTokensInfiniteQueryKey,
  revokeTokenMutation,
} from '../../api/generated/@tanstack/react-query.gen';
import type { TokenView } from '../../api/generated/types.gen';
import { Confirm } from '../../components/confirm';
import { PlainText } from '../../components/plain-text';
import { forgetSession } from '../../session/session';

interface RevokeTokenProps {
  readonly token: TokenView;
  /** Whether it is the token that this session was begun with. */
  readonly isOwn: boolean;
  onClose(): void;
}

/** Asks before a token is revoked; revoking one's own signs out. */
export function RevokeToken({ token, isOwn, onClose }: RevokeTokenProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const revoke = useMutation({
    ...revokeTokenMutation(),
    onSuccess: async () => {
      if (isOwn) {
        forgetSession();
        return navigate({ to: '/sign-in' });
      }
      onClose();
      return queries.invalidateQueries({ queryKey: listTokensInfiniteQueryKey() });
    },
  });
  return (
    <Confirm
      opened
      title="Revoke this token?"
      action="Revoke"
      doing={revoke}
      onConfirm={() => revoke.mutate({ path: { token_id: token.id } })}
      onClose={onClose}
    >
      <Text size="sm">
        Whoever uses{' '}
        <Text span fw={600}>
          <PlainText>{token.name}</PlainText>
        </Text>{' '}
        is refused from now on, and sessions that were begun with it end. This cannot be taken back.
      </Text>
      {isOwn && (
        <Text size="sm" fw={600}>
          You are signed in with this token: you will be signed out.
        </Text>
      )}
      {token.origin === 'environment' && (
        <Text size="sm">
          It comes from the setting ADMIN_TOKEN: as long as that is set, the next start makes it
          anew.
        </Text>
      )}
    </Confirm>
  );
}
