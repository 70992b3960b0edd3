import { Modal } from '@mantine/core';
import { useEffect } from 'react';
import { letGo, useShownOnce } from './shown-once';

/** Over the dialogs of pages, below what opens within it. */
const ABOVE_PAGES = 250;

/** What is shown once; it is not closed by a slip. */
export function ShownOnceDialog() {
  const shown = useShownOnce();
  const isShown = shown !== undefined;
  useEffect(() => {
    if (!isShown) return;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isShown]);
  const done = (): void => {
    if (shown) letGo(shown);
  };
  return (
    <Modal
      opened={isShown}
      onClose={done}
      title={shown?.title}
      size="lg"
      zIndex={ABOVE_PAGES}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {shown?.content(done)}
    </Modal>
  );
}
