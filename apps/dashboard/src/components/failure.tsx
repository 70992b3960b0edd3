import { Button, Stack } from '@mantine/core';
import { ApiProblem } from '../api/problem';
import { isUnloaded, readAnew } from '../reload-when-replaced';
import { ProblemAlert } from './problem-alert';

const UNLOADED = new ApiProblem(
  ...([0, 'unreachable', 'A part of this page could not be loaded'] as const),
  'Does Parapet answer, and is the network there?',
);

interface FailureProps {
  readonly error: unknown;
  readonly onAgain: () => void;
}

/** Why something cannot be shown, and the way to try it again. */
export function Failure({ error, onAgain }: FailureProps) {
  const missing = isUnloaded(error);
  // What a browser could not load once it may not ask for again.
  const again = (): void => (missing ? void readAnew() : onAgain());
  return (
    <Stack align="flex-start">
      <ProblemAlert problem={missing ? UNLOADED : error} />
      <Button onClick={again}>Try again</Button>
    </Stack>
  );
}
