import { Alert, Anchor, Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyField } from '../../components/copy-field';

interface ShownSecretProps {
  readonly secret: string;
  /** What it is good for, and from when on. */
  readonly children: ReactNode;
  onDone(): void;
}

/** The only time a secret is shown, with how a receiver verifies by it. */
export function ShownSecret({ secret, children, onDone }: ShownSecretProps) {
  return (
    <Stack>
      <Alert color="teal" icon={<IconKey aria-hidden />} role="status">
        {children} Copy the secret now: it is shown only this once.
      </Alert>
      <CopyField label="Signing secret" value={secret} />
      <Text size="sm">The receiver believes a request when one of these is right:</Text>
      <List size="sm" spacing={4}>
        <List.Item>
          <Code>X-Service-Signature</Code> is <Code>sha256=</Code> and the HMAC-SHA256 of the body,
          in lowercase hex, by the secret as it is shown.
        </List.Item>
        <List.Item>
          <Code>webhook-signature</Code> verifies with a library of Standard Webhooks.
        </List.Item>
      </List>
      <CopyField
        label="Example with openssl"
        value={`openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" body.json`}
      />
      <Group justify="space-between">
        <Anchor href="/docs" target="_blank" size="sm">
          How requests look (API documentation)
        </Anchor>
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  );
}
