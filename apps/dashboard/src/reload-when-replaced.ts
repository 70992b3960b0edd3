const KEY = 'parapet-reloaded-at';
/** A part that is missing right after a reload was not replaced: something else is wrong, and said on the page. */
const ONCE_IN_MS = 60_000;

/**
 * A page that was open while the house was upgraded asks for parts that are no more: it is read anew, which shows the same address.
 */
export function reloadWhenReplaced(): void {
  addEventListener('vite:preloadError', (event) => {
    const before = Number(sessionStorage.getItem(KEY) ?? 0);
    if (Date.now() - before < ONCE_IN_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
