import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

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
  return page;
}
