import { useTimeout } from '@mantine/hooks';
import { type RefObject, useState } from 'react';

const SAID_FOR_MS = 2_000;

/**
 * Copies a text. A page that is not of https has no clipboard: there, what shows the text is selected, and copied as by hand.
 * @returns what has come of it, for a moment
 */
export function useCopy(text: string, shown: RefObject<HTMLElement | null>) {
  const [outcome, setOutcome] = useState<'copied' | 'selected'>();
  const { start } = useTimeout(() => setOutcome(undefined), SAID_FOR_MS);
  const copy = async (): Promise<void> => {
    const isCopied = (await toClipboard(text)) || byHand(shown.current);
    setOutcome(isCopied ? 'copied' : 'selected');
    start();
  };
  return { outcome, copy };
}

async function toClipboard(text: string): Promise<boolean> {
  if (!('clipboard' in navigator)) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

function byHand(shown: HTMLElement | null): boolean {
  if (shown) getSelection()?.selectAllChildren(shown);
  return document.execCommand('copy');
}
