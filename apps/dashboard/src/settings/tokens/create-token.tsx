import { Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createTokenMutation,
  listTokensInfiniteQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { isPassing } from '../../api/problem';
import { useAction } from '../../api/use-action';
import { useOnce } from '../../api/use-once';
import { closing } from '../../components/closing';
import { showOnce } from '../../components/shown-once';
import { sessionOptions } from '../../session/session';
import { CreatedToken } from './created-token';
import { TokenForm } from './token-form';

interface CreateTokenProps {
  readonly opened: boolean;
  onClose(): void;
}

/** Makes a token, then shows it once. */
export function CreateToken({ opened, onClose }: CreateTokenProps) {
  const { data: session } = useQuery(sessionOptions);
  const queries = useQueryClient();
  const once = useOnce();
  /** When that was begun which was asked for and may be made, though nobody said so: asked for again it is the same. */
  const [begun, setBegun] = useState<number>();
  const create = useAction({
    ...createTokenMutation(),
    gcTime: 0,
    onSuccess: (created) => {
      once.made();
      setBegun(undefined);
      showOnce({
        title: 'Your new token',
        content: (done) => <CreatedToken created={created} onDone={done} />,
      });
      create.reset();
      onClose();
      void queries.invalidateQueries({ queryKey: listTokensInfiniteQueryKey() });
    },
    onError: (problem) => {
      if (!isPassing(problem)) setBegun(undefined);
    },
  });
  const close = closing(create, onClose);
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Create Token"
      closeOnClickOutside={false}
      size="lg"
      withCloseButton={!create.isPending}
    >
      <TokenForm
        held={session?.token.permissions ?? []}
        last={session?.token.expires_at ?? null}
        isPending={create.isPending}
        problem={create.error}
        begun={begun}
        onSubmit={(body, now) => {
          setBegun(now);
          create.mutate({ body, headers: once(body) });
        }}
      />
    </Modal>
  );
}
