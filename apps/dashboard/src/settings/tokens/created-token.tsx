import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { NewTokenView } from '../../api/generated/types.gen';
import { CopyField } from '../../components/copy-field';
import { PlainText } from '../../components/plain-text';
import { mayGive } from './permissions';

/** A request that the token may make, for a terminal. */
function curlOf({ token, permissions }: NewTokenView): string {
  const path = mayGive(permissions, 'issues:read') ? '/v1/issues?limit=5' : '/v1/session';
  return `curl -H 'Authorization: Bearer ${token}' '${window.location.origin}${path}'`;
}

interface CreatedTokenProps {
  readonly created: NewTokenView;
  onDone(): void;
}

/** The only time a token is shown. */
export function CreatedToken({ created, onDone }: CreatedTokenProps) {
  return (
    <Stack>
      <Alert color="teal" icon={<IconKey aria-hidden />} role="status">
        The token <PlainText>{created.name}</PlainText> works from now on. Copy it now: it is shown
        only this once, and only its digest is kept.
      </Alert>
      <CopyField label="Token" value={created.token} />
      <Text size="sm">Try it in a terminal:</Text>
      <CopyField label="Example with curl" value={curlOf(created)} />
      <Group justify="flex-end">
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
