import { useState } from 'react';

/**
 * Text that is written into a field. It counts, without spaces around it, when the field is left, on Enter, and when `apply`
 * says so; `onChange` hears of it where it is not what it was. Another value takes the place of what is written.
 */
export function useWritten(value: string, onChange: (value: string) => void) {
  const [written, setWritten] = useState(value);
  const [chosen, setChosen] = useState(value);
  // Not another field for another value: whoever is in it would be so no more.
  if (chosen !== value) {
    setChosen(value);
    setWritten(value);
  }
  const apply = (text: string): void => {
    const wanted = text.trim();
    if (wanted !== value) onChange(wanted);
  };
  const leaving = {
    onBlur: (): void => apply(written),
    onKeyDown: ({ key }: { readonly key: string }): void => {
      if (key === 'Enter') apply(written);
    },
  };
  return { written, setWritten, apply, leaving };
}
