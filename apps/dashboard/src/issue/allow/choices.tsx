import { Radio, Stack } from '@mantine/core';
import type { ProposalView } from '../../api/generated/types.gen';
import { PlainText } from '../../components/plain-text';

interface ChoicesProps {
  /** The narrowest first. */
  readonly proposals: readonly ProposalView[];
  /** Place of the one that is chosen. */
  readonly place: number;
  readonly onChoose: (place: number) => void;
}

/** What could be allowed. */
export const Choices = ({ proposals, place, onChoose }: ChoicesProps) => (
  <Radio.Group
    label="What is allowed"
    value={String(place)}
    onChange={(value) => onChoose(Number(value))}
  >
    <Stack gap="xs" mt="xs">
      {proposals.map(({ label }, index) => (
        <Radio
          key={label}
          value={String(index)}
          label={<PlainText>{label}</PlainText>}
          description={index === 0 ? 'The narrowest' : undefined}
          styles={{ label: { overflowWrap: 'anywhere' } }}
        />
      ))}
    </Stack>
  </Radio.Group>
);
