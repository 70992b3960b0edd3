/**
 * Paths at which the dashboard shows a page, each of which is the same document: which page it becomes is decided in the browser.
 * Nobody else may use their first words.
 */
export const PAGE_PATHS = [
  '/',
  '/sign-in',
  '/start',
  '/issues',
  '/issues/:id',
  '/policies',
  '/policies/:id',
  '/agents',
  '/agents/:id',
  '/events',
  '/events/:id',
  '/settings',
  '/settings/:section',
  '/settings/:section/:id',
] as const;
