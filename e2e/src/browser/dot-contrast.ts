import type { Page } from 'playwright-core';

/** To be run in the page: the colours of the dot of a mark, and of the ground it lies on. */
const coloursOf = (word: string): string => `(() => {
  const marks = [...document.querySelectorAll('[data-variant="dot"]')];
  const mark = marks.find(({ textContent }) => textContent === ${JSON.stringify(word)});
  return [getComputedStyle(mark, '::before'), getComputedStyle(mark)].map(
    ({ backgroundColor }) => backgroundColor);
})()`;

/** How far the dot of the mark that says `word` stands out from its ground, as WCAG counts contrast: from 1, not at all, to 21. */
export async function dotContrast(page: Page, word: string): Promise<number> {
  const colours = await page.evaluate<string[]>(coloursOf(word));
  const [dark = 0, light = 0] = colours.map(luminance).sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
    const share = Number(part) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
