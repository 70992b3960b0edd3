import type { Page } from 'playwright-core';
import type { House } from '../house/house';

/** The editor of a policy, as who cannot see it finds it. */
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Policy as YAML' });

/** What the house says of what is written. */
export const check = (page: Page) => page.getByRole('status', { name: 'Check' });

/** Writes a whole text into the editor, as somebody does who pastes it over what is there. */
export async function write(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+a');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+v');
}

/** Creates a policy through the API; answers its id. `rest` is YAML that comes after its only rule. */
export async function aPolicy({ admin }: House, name: string, rest = ''): Promise<string> {
  const yaml = `name: ${JSON.stringify(name)}\ntype: allow\nrules:\n  - pattern: a.example.com\n${rest}`;
  const made = await admin.yaml<{ id: string }>('POST', '/v1/policies', yaml);
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  return made.body.id;
}

/** A policy as the API has it. */
export const read = async ({ admin }: House, id: string): Promise<Record<string, unknown>> =>
  (await admin.get<Record<string, unknown>>(`/v1/policies/${id}`)).body;
