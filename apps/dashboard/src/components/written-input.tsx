import { Kbd, TextInput, type TextInputProps } from '@mantine/core';
import { useWritten } from './use-written';

interface WrittenInputProps extends Pick<
  TextInputProps,
  | 'label'
  | 'aria-label'
  | 'placeholder'
  | 'leftSection'
  | 'type'
  | 'max'
  | 'maxLength'
  | 'size'
  | 'w'
> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const WAITING = {
  ...{ rightSection: <Kbd size="xs">Enter</Kbd>, rightSectionWidth: 56 },
  rightSectionPointerEvents: 'none',
} as const;

/** A field whose text counts when it is left, or on Enter, which is said while it counts for nothing yet. */
export function WrittenInput({ value, onChange, ...looks }: WrittenInputProps) {
  const { written, setWritten, leaving } = useWritten(value, onChange);
  // Where times are, the browser has a sign of its own.
  const isWaiting = looks.type === undefined && written.trim() !== value;
  return (
    <TextInput
      {...looks}
      {...leaving}
      {...(isWaiting && WAITING)}
      value={written}
      onChange={({ currentTarget }) => setWritten(currentTarget.value)}
    />
  );
}
