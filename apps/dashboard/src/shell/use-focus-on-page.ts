import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Where keys go when a page takes the place of another one, and with it what had them, such as the link that led there: to the new page. */
export function useFocusOnPage() {
  const page = useRef<HTMLElement>(null);
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const isLost = document.activeElement === document.body;
        if (fromLocation && pathChanged && isLost) page.current?.focus({ preventScroll: true });
      }),
    [router],
  );
  useFocusAfterDialog(page);
  return page;
}

const DIALOG = '[role="dialog"]';

/** Where keys go when a dialog that had them is gone: to what had them before, such as the button that opened it; where that is gone too, to the page. */
function useFocusAfterDialog(page: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let before: HTMLElement | undefined;
    let isInDialog = false;
    const heard = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      isInDialog = target.closest(DIALOG) !== null;
      if (!isInDialog) before = target;
    };
    const isLost = (): boolean => document.activeElement === document.body;
    const gone = new MutationObserver(() => {
      if (!isInDialog || !isLost() || document.querySelector(DIALOG)) return;
      before?.focus({ preventScroll: true });
      if (isLost()) page.current?.focus({ preventScroll: true });
    });
    gone.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', heard);
    return () => {
      gone.disconnect();
      document.removeEventListener('focusin', heard);
    };
  }, [page]);
}
