import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconGitMerge } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { PolicyView } from '../api/generated/types.gen';
import { TimeAgo } from '../components/time-ago';
import { LazyTextDiff } from './editor/lazy-text-diff';
import { useCheck } from './editor/use-check';
import { policyText } from './policy-text';
import type { Draft } from './use-draft';

interface ConflictProps {
  readonly draft: Draft;
  readonly theirs: PolicyView;
}

/**
 * Somebody else changed the policy since this draft was begun: shows what is different, and lets choose. Where nothing is, such as
 * after a save whose answer was that it cannot be read yet, the draft is saved.
 */
export function Conflict({ draft, theirs }: ConflictProps) {
  const [opened, { open, close }] = useDisclosure();
  const check = useCheck(draft.text);
  // As it would be saved: what is only written in another way is no difference.
  const mine = check.state === 'valid' ? policyText(check.policy) : draft.text;
  const their = policyText(theirs);
  const isSame = mine === their;
  const { settle } = draft;
  useEffect(() => {
    if (isSame) settle();
  }, [isSame, settle]);
  const choose = (choice: () => void): void => {
    close();
    choice();
  };
  if (isSame) return null;
  return (
    <Alert
      color="yellow"
      role="alert"
      icon={<IconGitMerge aria-hidden />}
      title="Somebody else changed this policy meanwhile"
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          It is version {theirs.version} since <TimeAgo at={theirs.updated_at} />; your draft was
          begun with an older one and is not saved.
        </Text>
        <Button size="xs" variant="default" onClick={open}>
          Show the difference
        </Button>
      </Stack>
      <Modal opened={opened} onClose={close} title="Their version and your draft" size="xl">
        <Stack>
          <Text size="sm">
            What is struck is theirs (version {theirs.version}); what is marked is in your draft.
          </Text>
          <LazyTextDiff
            label="Their version compared with your draft"
            before={their}
            after={mine}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Go on writing
            </Button>
            <Button variant="default" onClick={() => choose(draft.drop)}>
              Load theirs, drop mine
            </Button>
            <Button color="red" onClick={() => choose(draft.overwrite)}>
              Overwrite theirs
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Alert>
  );
}
