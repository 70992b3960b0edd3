import { Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createTokenMutation,
  listTokensInfiniteQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { isDoing } from '../../components/is-doing';
import { sessionOptions } from '../../session/session';
import { CreatedToken } from './created-token';
import { TokenForm } from './token-form';

interface CreateTokenProps {
  readonly opened: boolean;
  onClose(): void;
}

/** Makes a token, then shows it once: what is shown is not closed by a slip. */
export function CreateToken({ opened, onClose }: CreateTokenProps) {
  const { data: session } = useQuery(sessionOptions);
  const queries = useQueryClient();
  const create = useMutation({
    ...createTokenMutation(),
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: listTokensInfiniteQueryKey() }),
  });
  const close = (): void => {
    if (isDoing()) return;
    create.reset();
    onClose();
  };
  const isShown = create.data !== undefined;
  const isClosable = !isShown && !create.isPending;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={isShown ? 'Your new token' : 'Create Token'}
      size="lg"
      withCloseButton={isClosable}
      closeOnClickOutside={isClosable}
      closeOnEscape={isClosable}
    >
      {create.data ? (
        <CreatedToken created={create.data} onDone={close} />
      ) : (
        <TokenForm
          held={session?.token.permissions ?? []}
          last={session?.token.expires_at ?? null}
          isPending={create.isPending}
          problem={create.error}
          onSubmit={(body) => create.mutate({ body })}
        />
      )}
    </Modal>
  );
}
