import puppeteer, { type Browser, type BrowserContext, type HTTPResponse, type Page } from 'puppeteer-core';
import { findProgram, lacks } from '../testing/lacks.ts';

/** TESTS_SHOW_BROWSER=1 shows what a test does, slowly. */
const isShown = process.env['TESTS_SHOW_BROWSER'] !== undefined;

// The headless shell takes a third less of the processor. It has the same engine, but no windows and no tabs.
const names = [
  ...(isShown ? [] : ['chromium-headless-shell']),
  ...['chromium', 'chromium-browser', 'google-chrome'],
] as const;

/** The path of Chromium; undefined if it is not installed. */
export const chromium = names.map(findProgram).find((path) => path !== undefined);

const isShell = chromium?.endsWith('-shell') === true;

/** For tests that need a browser: whether there is none, and then the summary says what was not tested. */
export function lacksBrowser(subject: string): boolean {
  return lacks('chromium', subject, names);
}

/** How long to wait for anything in a page: long enough for a busy machine, short enough to see what is broken. */
export const patience = 30_000;

let ofProcess: Promise<Browser> | undefined;

/** The browser that all tests of a process share. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  ofProcess ??= openBrowser();
  return ofProcess;
}

/** Starts a Chromium with flags of its own; a test without such needs `sharedBrowser`. */
export async function openBrowser(...flags: readonly string[]): Promise<Browser> {
  if (chromium === undefined) throw new Error('there is no chromium, chromium-browser or google-chrome');
  return await puppeteer.launch({
    executablePath: chromium,
    pipe: true,
    timeout: patience,
    headless: isShown ? false : isShell ? 'shell' : true,
    slowMo: isShown ? 100 : 0,
    defaultViewport: { width: 1280, height: 900 },
    args: [
      // Tests may run as root in containers, where its sandbox can't be set up, and visit only their own pages.
      '--no-sandbox',
      '--disable-gpu',
      // Debian's package switches it on, for graphics cards.
      '--disable-gpu-rasterization',
      '--disable-gpu-compositing',
      '--disable-extensions',
      '--disable-background-networking',
      '--disable-sync',
      '--no-first-run',
      '--disable-component-update',
      '--autoplay-policy=no-user-gesture-required',
      // A foreign name for this machine, as an attacker has one.
      '--host-resolver-rules=MAP evil.test 127.0.0.1',
      ...flags,
    ],
  });
}

/**
 * Opens a page in a separate browser context. It shares no cookies or storage with other pages, and has its own window,
 * so Chromium never treats it as a background tab.
 */
export async function openPage(browser: Browser): Promise<Page> {
  return await openPageIn(await browser.createBrowserContext());
}

/** Opens a page that shares cookies and storage with the others of its context. */
export async function openPageIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
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

/** Shows a page as on another device. Anything not given gets its default, not the previous value. */
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
    // The page itself cancelled it, or was closed.
    if (reason !== 'net::ERR_ABORTED') errors.push(`request failed: ${reason} ${request.url()}`);
  });
  return { responses, errors };
}

/** Starts to count the bytes that a page and its frames receive over the network. */
export async function countBytes(
  page: Page,
  isCounted: (url: string) => boolean = () => true,
): Promise<() => number> {
  const session = await page.createCDPSession();
  const urls = new Map<string, string>();
  let bytes = 0;
  session.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (isCounted(urls.get(requestId) ?? '')) bytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return () => bytes;
}
