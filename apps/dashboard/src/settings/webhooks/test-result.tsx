import { Alert, CloseButton, Group, Stack, Text } from '@mantine/core';
import type { WebhookTestView } from '../../api/generated/types.gen';
import { Attempt } from './attempt';

interface TestResultProps {
  readonly result: WebhookTestView;
  onClose(): void;
}

/** The whole answer to a test. */
export function TestResult({ result, onClose }: TestResultProps) {
  return (
    <Alert
      role="status"
      color={result.succeeded ? 'teal' : 'red'}
      variant="outline"
      aria-label="Result of the test"
    >
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Text fw={600} size="sm">
            {result.succeeded
              ? 'The receiver took the test'
              : 'The receiver did not take the test; it is not tried again'}
          </Text>
          <CloseButton size="sm" aria-label="Close the result of the test" onClick={onClose} />
        </Group>
        <Attempt attempt={result.attempt} />
      </Stack>
    </Alert>
  );
}
