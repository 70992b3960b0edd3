import { TextInput, type TextInputProps } from '@mantine/core';
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

/** A field whose text counts when it is left, or on Enter. */
export function WrittenInput({ value, onChange, ...looks }: WrittenInputProps) {
  const { written, setWritten, leaving } = useWritten(value, onChange);
  return (
    <TextInput
      {...looks}
      {...leaving}
      value={written}
      onChange={({ currentTarget }) => setWritten(currentTarget.value)}
    />
  );
}
