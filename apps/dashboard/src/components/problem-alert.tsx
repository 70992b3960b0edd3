import { Alert, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { ApiProblem } from '../api/problem';
import { PlainText } from './plain-text';

/** What went wrong, in the words of the API, and what would be right. @param problem whatever was thrown */
export function ProblemAlert({ problem }: { readonly problem: unknown }) {
  const message = problem instanceof Error ? problem.message : String(problem);
  const details = problem instanceof ApiProblem ? problem.details : '';
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={<PlainText>{message}</PlainText>}
      styles={{ title: { overflowWrap: 'anywhere' } }}
    >
      {details && (
        <Text size="sm">
          <PlainText>{details}</PlainText>
        </Text>
      )}
    </Alert>
  );
}
