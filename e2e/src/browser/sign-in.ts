import type { Page } from 'playwright-core';

/** Signs in as a person does; resolves when the page that was wanted is shown. */
export async function signIn(page: Page, token: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('User token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await shown(page);
}

/** Begins a session without the page for it, and opens `path`; resolves when it is shown. For tests of what comes after the sign-in. */
export async function comeSignedIn(page: Page, token: string, path = '/'): Promise<void> {
  const begun = await page.request.post('/v1/session', {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!begun.ok()) throw new Error(`no session: ${begun.status()} ${await begun.text()}`);
  await page.goto(path);
  await shown(page);
}

const shown = (page: Page): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
