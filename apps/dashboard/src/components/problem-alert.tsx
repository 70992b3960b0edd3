import { Alert, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { ApiProblem } from '../api/problem';

/** What went wrong, in the words of the API, and what would be right. */
export function ProblemAlert({ problem }: { readonly problem: Error }) {
  const details = problem instanceof ApiProblem ? problem.details : '';
  return (
    <Alert color="red" role="alert" icon={<IconAlertCircle aria-hidden />} title={problem.message}>
      {details && <Text size="sm">{details}</Text>}
    </Alert>
  );
}
