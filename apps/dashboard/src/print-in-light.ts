const SCHEME = 'data-mantine-color-scheme';

/** Paper is light: what is dark on the screen is printed in light colours, for browsers print no dark ground to light letters. */
export function printInLight(): void {
  const root = document.documentElement;
  let before: string | null = null;
  addEventListener('beforeprint', () => {
    before = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  });
  addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(SCHEME, before);
  });
}
