import { Group, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { ApiProblem } from '../../api/problem';
import { PlainText } from '../../components/plain-text';
import type { Check } from './use-check';

interface CheckWordsProps {
  readonly check: Check;
  /** The draft is what is saved already. */
  readonly unchanged: boolean;
}

/** What the house says of the draft: where it is wrong, and what would be right. Said aloud to who listens. */
export function CheckWords(props: CheckWordsProps) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" mih={24} role="status" aria-label="Check">
      <Words {...props} />
    </Group>
  );
}

function Words({ check, unchanged }: CheckWordsProps) {
  if (check.state === 'checking')
    return (
      <>
        <Loader size={16} aria-hidden />
        <Text size="sm" c="dimmed">
          Checking…
        </Text>
      </>
    );
  if (check.state === 'valid' && unchanged)
    return (
      <Text size="sm" c="dimmed">
        Nothing is changed yet.
      </Text>
    );
  if (check.state === 'valid')
    return (
      <>
        <IconCircleCheck
          size={18}
          style={{ flex: 'none' }}
          color="var(--mantine-color-teal-text)"
          aria-hidden
        />
        <Text size="sm">This can be saved.</Text>
      </>
    );
  const { problem, place } = check;
  const advice = place?.advice ?? (problem instanceof ApiProblem ? problem.details : '');
  return (
    <>
      <IconAlertCircle
        size={18}
        color="var(--mantine-color-error)"
        style={{ flex: 'none' }}
        aria-hidden
      />
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {place && (
          <Text span fw={600} inherit>
            Line {place.line}, column {place.column}:{' '}
          </Text>
        )}
        <PlainText>{problem.message}</PlainText>
        {advice && (
          <>
            {' — '}
            <PlainText>{advice}</PlainText>
          </>
        )}
      </Text>
    </>
  );
}
