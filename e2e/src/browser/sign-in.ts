import type { Page } from 'playwright-core';

/** Signs in as a person does; resolves when the page that was wanted is shown. */
export async function signIn(page: Page, token: string, path = '/'): Promise<void> {
  await page.goto(path);
  await page.getByLabel('User token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor({ state: 'attached' });
}
