import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromium as command } from '../tools/browser/index.mjs';
import { openHouse } from './kit/house.mjs';
import { median } from './kit/rounds.mjs';

const MOST = { paintMs: 1_000, scriptBytes: 350_000 };
const PAGES = [
  ...['/', '/issues', '/policies', '/agents', '/events'],
  ...['/settings/tokens', '/settings/webhooks', '/settings/audit', '/settings/about'],
];

const OPTIONS = {
  rounds: { type: 'string', default: '7' },
  url: { type: 'string' },
  token: { type: 'string' },
};

/** In the browser: when something was first seen, and all of it (within the 100 ms of a look), and what came for it. */
const MEASURE = `(() => {
  const resources = performance.getEntriesByType('resource');
  const sum = (entries, part) => entries.reduce((all, entry) => all + entry[part], 0);
  const scripts = resources.filter(({ name }) => name.includes('/assets/') && name.endsWith('.js'));
  const asked = resources.filter(({ name }) => name.includes('/v1/') && !name.endsWith('/stream'));
  return {
    filled: performance.now(),
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    scripts: sum(scripts, 'encodedBodySize'),
    asked: asked.length,
    answered: sum(asked, 'decodedBodySize'),
    slowest: Math.max(0, ...asked.map(({ duration }) => duration)),
  };
})()`;

/** Somebody comes to a page with an empty cache, signed in. */
async function visit(browser, { url, token, path }) {
  const context = await browser.newContext({ baseURL: url });
  try {
    await context.request.post('/v1/session', { headers: { authorization: `Bearer ${token}` } });
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
    return await page.evaluate(MEASURE);
  } finally {
    await context.close();
  }
}

const kilobytes = (bytes) => `${(bytes / 1_000).toFixed(0)} kB`;

/** When each page is first seen by somebody with an empty cache, and what it weighs. @returns 1 when a page is too late or too heavy */
export async function bench(args) {
  const { values } = parseArgs({ args, options: OPTIONS });
  const house = values.url
    ? { url: values.url, adminToken: values.token, stop: () => undefined }
    : await openHouse();
  const executablePath = execFileSync('which', [await command()], { encoding: 'utf8' }).trim();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  let failed = false;
  try {
    for (const path of PAGES) {
      const rounds = [];
      for (let round = 0; round < Number(values.rounds); round += 1)
        rounds.push(await visit(browser, { url: house.url, token: house.adminToken, path }));
      const of = (what) => median(rounds.map((round) => round[what]));
      failed ||= of('paint') >= MOST.paintMs || of('scripts') >= MOST.scriptBytes;
      console.log(
        `${path.padEnd(20)} first paint ${of('paint').toFixed(0)} ms, filled ${of('filled').toFixed(0)} ms, scripts ${kilobytes(of('scripts'))}, ` +
          `${of('asked')} questions answered with ${kilobytes(of('answered'))}, the slowest in ${of('slowest').toFixed(0)} ms`,
      );
    }
  } finally {
    await browser.close();
    await house.stop();
  }
  return failed ? 1 : 0;
}
