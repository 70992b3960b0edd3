import { useBrowser, visitor } from '../browser/browser';
import { comeSignedIn } from '../browser/sign-in';
import { type House, openOwnHouse } from '../house/house';

let house: House;
useBrowser();
beforeAll(async () => {
  house = await openOwnHouse();
});

/** To be run in the page: how far apart, by WCAG 2, a placeholder and its ground are, in each field that has one. */
const CONTRASTS = `(() => {
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const luminance = (color) => {
    const [red, green, blue] = color.match(/[\\d.]+/g).map((part) => linear(part / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return [...document.querySelectorAll('main input[placeholder]')].map((field) => {
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    const both = [color, getComputedStyle(field).backgroundColor].map(luminance);
    return (opacity * (Math.max(...both) + 0.05)) / (Math.min(...both) + 0.05);
  });
})()`;

test.each(['light', 'dark'] as const)(
  'what stands in an empty field can be read, in %s colours',
  async (scheme) => {
    const { page } = await visitor(house.baseUrl, { scheme });
    await comeSignedIn(page, house.adminToken, '/events');
    await page.getByPlaceholder('All time').waitFor();
    const contrasts = await page.evaluate<number[]>(CONTRASTS);
    expect(contrasts.length).toBeGreaterThan(3);
    expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
  },
);
