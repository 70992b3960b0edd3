import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useWritten } from './use-written';

interface ProposedInputProps extends Pick<AutocompleteProps, 'label' | 'w'> {
  readonly value: string;
  readonly proposals: readonly string[];
  readonly onChange: (value: string) => void;
}

/** A filter for which some texts are proposed, and any can be written. It counts when it is chosen, left, or on Enter. */
export function ProposedInput({ value, proposals, onChange, ...looks }: ProposedInputProps) {
  const { written, setWritten, apply, leaving } = useWritten(value, onChange);
  const [isOpen, setIsOpen] = useState(false);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    leaving.onKeyDown(event);
    // What is written counts now: what is proposed would lie over what comes of it.
    if (event.key === 'Enter') setIsOpen(false);
  };
  return (
    <Autocomplete
      {...looks}
      {...leaving}
      placeholder="Any"
      clearable
      data={[...proposals]}
      limit={20}
      value={written}
      onChange={setWritten}
      onOptionSubmit={apply}
      onClear={() => apply('')}
      onKeyDown={onKeyDown}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
    />
  );
}
