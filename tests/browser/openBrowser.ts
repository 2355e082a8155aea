import puppeteer, { type Browser, type HTTPResponse, type Page } from 'puppeteer-core';

/** Where Chromium is installed on this machine; undefined where it is not. */
export const chromium = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => Bun.which(name))
  .find((path) => path !== null);

/** How long to wait for anything before a test fails: a busy machine must not fail it. */
const timeout = 60_000;

/** Starts a headless Chromium, with more flags where a test needs some. One is enough for all tests of a file. */
export async function openBrowser(...flags: readonly string[]): Promise<Browser> {
  if (chromium === undefined) throw new Error('there is no chromium, chromium-browser or google-chrome');
  return await puppeteer.launch({
    executablePath: chromium,
    pipe: true,
    timeout,
    defaultViewport: { width: 1280, height: 900 },
    args: [
      // Tests run as root in containers, where its sandbox cannot be set up, and visit their own pages only.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-component-update',
      '--autoplay-policy=no-user-gesture-required',
      ...flags,
    ],
  });
}

/**
 * Opens a page in a browser context of its own. It shares no cookies or storage with other pages, and has a window of
 * its own, so Chromium never treats it as a background tab.
 */
export async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(timeout);
  return page;
}

/** The display and the preferences of a visitor. */
export type Device = {
  readonly width?: number;
  readonly height?: number;
  /** Device pixels per CSS pixel. */
  readonly scale?: number;
  readonly colorScheme?: 'light' | 'dark';
  readonly reducedMotion?: boolean;
};

/** Shows a page as on another device. What is not given has the default, not what was set before. */
export async function emulate(page: Page, device: Device): Promise<void> {
  const { width = 1280, height = 900, scale = 1, colorScheme = 'light', reducedMotion = false } = device;
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: colorScheme },
    { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' },
  ]);
}

/** What a page has loaded and what went wrong in it. */
export type PageLog = {
  readonly responses: readonly HTTPResponse[];
  /** Errors and warnings in the console, uncaught exceptions, and failed requests. */
  readonly errors: readonly string[];
};

/** Starts to log what happens in a page. */
export function logPage(page: Page): PageLog {
  const responses: HTTPResponse[] = [];
  const errors: string[] = [];
  page.on('response', (response) => responses.push(response));
  page.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warn')
      errors.push(`${type}: ${message.text()} ${message.location().url ?? ''}`);
  });
  page.on('pageerror', (error) => errors.push(`exception: ${String(error)}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // The page itself has cancelled it, or was left.
    if (reason !== 'net::ERR_ABORTED') errors.push(`request failed: ${reason} ${request.url()}`);
  });
  return { responses, errors };
}

/** Starts to count the bytes that a page receives over the network, those of its frames included. */
export async function countBytes(page: Page): Promise<() => number> {
  const session = await page.createCDPSession();
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}
