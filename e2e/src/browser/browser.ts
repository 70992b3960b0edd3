import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromium as command } from '../../../tools/browser/index.mjs';
import { PATIENCE_MS } from '../house/eventually';

/** Somebody who looks at the dashboard, with a browser of their own: no cookie or setting is shared. */
export interface Visitor {
  readonly page: Page;
  /** What the browser complained of: errors of scripts, what the content policy kept out, requests to other hosts. */
  readonly complaints: readonly string[];
  /** Keeps a picture of the whole page among the artefacts of the tests. */
  picture(name: string): Promise<void>;
}

/** How somebody looks at it; a desktop in light colours unless given. */
export interface Looks {
  readonly scheme?: 'light' | 'dark';
  readonly size?: keyof typeof SIZES;
}

const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const;

/** A name by which the browser reaches this machine as it would another one: without https it trusts its pages less. */
export const ELSEWHERE = 'parapet.test';

/** Pictures of pages: kept after the tests, made anew by each run. */
const PICTURES = join(__dirname, '../../../artefacts/pictures');

let browser: Browser | undefined;

/** To be called at the top of a test file: its tests share a browser, and take as long as pages do. */
export function useBrowser(): void {
  beforeAll(async () => {
    const executablePath = execFileSync('which', [await command()], { encoding: 'utf8' }).trim();
    // Inside a container and as root it has no sandbox; what it looks at is ours.
    const args = ['--no-sandbox', `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`];
    browser = await chromium.launch({ executablePath, args });
  });
  // A page that stays open goes on asking, and hears what the next test does.
  afterEach(() => Promise.all(browser?.contexts().map((context) => context.close()) ?? []));
  afterAll(() => browser?.close());
}

/** Somebody new in front of the house. */
export async function visitor(baseUrl: string, looks: Looks = {}): Promise<Visitor> {
  if (!browser) throw new Error('call useBrowser() at the top of the file');
  const { scheme = 'light', size = 'desktop' } = looks;
  const options: BrowserContextOptions = {
    ...{ baseURL: baseUrl, colorScheme: scheme, viewport: SIZES[size], locale: 'en-GB' },
    ...{ reducedMotion: 'reduce', timezoneId: 'UTC', isMobile: size === 'phone' },
    permissions: ['clipboard-read', 'clipboard-write'],
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = complaintsOf(page, new URL(baseUrl).origin);
  const picture = async (name: string): Promise<void> => {
    mkdirSync(PICTURES, { recursive: true });
    const path = join(PICTURES, `${name}-${size}-${scheme}.png`);
    // What is fixed to the window would else be pictured where it was scrolled to.
    await page.evaluate('scrollTo(0, 0)');
    await page.screenshot({ path, fullPage: true });
  };
  return { page, complaints, picture };
}

function complaintsOf(page: Page, origin: string): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    // That a request was refused is the page's to say.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:'))
      complaints.push(`another host: ${url}`);
  });
  return complaints;
}
