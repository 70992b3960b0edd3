import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { endSession } from '../api/generated/sdk.gen';
import { useAction } from '../api/use-action';
import { PlainText } from '../components/plain-text';
import { sessionOptions } from '../session/session';
import { toSignIn } from './to-sign-in';

/** Whose session it is, and its end. */
export function Account() {
  const { data: session } = useQuery(sessionOptions);
  const router = useRouter();
  const signOut = useAction({
    mutationFn: () => endSession({ throwOnError: true }),
    onSuccess: () => toSignIn(router),
    onError: ({ message }) =>
      notifications.show({ color: 'red', title: 'You are still signed in', message }),
  });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="Account">
          <IconUser size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          Signed in with the token <PlainText>{session?.token.name ?? ''}</PlainText>
        </Menu.Label>
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => signOut.mutate()}
          disabled={signOut.isPending}
        >
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
