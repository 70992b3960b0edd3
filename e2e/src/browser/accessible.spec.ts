import { violations } from './accessible';
import { useBrowser, visitor } from './browser';

useBrowser();

const page = (main: string): string =>
  `<html lang="en"><title>A page</title><main><h1>A page</h1>${main}</main></html>`;

test('a page without faults has none; a fault is named with its place, also on a page that was looked at before', async () => {
  const somebody = await visitor('http://127.0.0.1');
  await somebody.page.setContent(page('<p>Read me</p>'));
  expect(await violations(somebody.page)).toEqual([]);
  await somebody.page.setContent(page('<img src="data:,"><p style="color: #ccc">Read me</p>'));
  const expected = [/^color-contrast: p: /, /^image-alt: img: /].map((fault) =>
    expect.stringMatching(fault),
  );
  for (const _ of ['once', 'again']) expect(await violations(somebody.page)).toEqual(expected);
});
