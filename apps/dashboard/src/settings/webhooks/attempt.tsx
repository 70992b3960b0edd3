import { Badge, Group, Stack, Text } from '@mantine/core';
import type { AttemptView } from '../../api/generated/types.gen';
import { PlainText } from '../../components/plain-text';
import { TextBlock } from '../../components/text-block';
import { TimeAgo } from '../../components/time-ago';
import { duration } from './duration';

/** What came of one attempt: what was answered, how long it took, from where, and what was wrong. */
export function Attempt({ attempt }: { readonly attempt: AttemptView }) {
  const { number, status, error, message, started_at, duration_ms, address, response } = attempt;
  const words = status === null ? `No answer (${error ?? 'unknown'})` : `HTTP ${status}`;
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <Text size="sm" fw={600}>
          Attempt {number}
        </Text>
        <Badge variant="dot" color={error === null ? 'teal' : 'red'} tt="none">
          {words}
        </Badge>
        <Text size="sm" c="dimmed">
          {duration(duration_ms)}
        </Text>
        <Text size="sm" c="dimmed">
          <TimeAgo at={started_at} />
        </Text>
        {address !== null && (
          <Text size="sm" c="dimmed">
            at <PlainText>{address}</PlainText>
          </Text>
        )}
      </Group>
      {error !== null && message !== '' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <PlainText>{message}</PlainText>
        </Text>
      )}
      {response !== '' && <TextBlock label={`Response to attempt ${number}`} text={response} />}
      {response === '' && status !== null && (
        <Text size="sm" c="dimmed">
          The response had no body.
        </Text>
      )}
    </Stack>
  );
}
