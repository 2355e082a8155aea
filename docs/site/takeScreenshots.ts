/**
 * Takes the screenshots of the example site in this folder: `npm run docs:site`. Needs Chromium, and fonts for Japanese.
 * Dates in them are those of the run, so they are taken anew only when the site looks different.
 */
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { type Device, emulate, openBrowser, openPage } from '../../tests/browser/openBrowser.ts';
import { type OpenSite, withSite } from '../../tests/site/openSite.ts';

type Shot = {
  readonly name: string;
  readonly device: Device;
  readonly path: string;
  /** What is done before the screenshot is taken. */
  readonly act?: (page: Page, site: OpenSite) => Promise<void>;
};

const wide = { width: 1280, height: 1000, scale: 1.5, reducedMotion: true } as const;

const shots: readonly Shot[] = [
  { name: 'front-light', device: wide, path: '/' },
  { name: 'front-dark', device: { ...wide, colorScheme: 'dark' }, path: '/' },
  { name: 'article', device: wide, path: '/blog/a-week-in-huila', act: scrollToText },
  { name: 'search', device: wide, path: '/ja/search', act: typeJapanese },
  { name: 'phone', device: { ...wide, width: 390, height: 844 }, path: '/' },
  { name: 'preview', device: wide, path: '/preview', act: preview },
];

/** Pictures outside of the viewport load only when they come near. */
const areVisiblePicturesLoaded = `[...document.images].every((image) => {
  const { top, left } = image.getBoundingClientRect();
  return top > innerHeight || left >= innerWidth || (image.complete && image.naturalWidth > 0);
})`;

async function scrollToText(page: Page): Promise<void> {
  await page.evaluate('document.querySelector(".contents").scrollIntoView({ behavior: "instant" })');
  await page.evaluate('scrollBy({ top: -330, behavior: "instant" })');
}

async function typeJapanese(page: Page): Promise<void> {
  await page.locator('#q').click();
  await page.keyboard.sendCharacter('京都');
  await page.waitForSelector('#results .story');
}

async function preview(page: Page, site: OpenSite): Promise<void> {
  await page.locator('[name="key"]').click();
  await page.keyboard.sendCharacter(site.preview.key);
  await page.locator('[name="secret"]').click();
  await page.keyboard.sendCharacter(site.preview.secret);
  await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
  const moveSlider = `(() => {
    const slider = document.querySelector('.preview [type=range]');
    slider.value = 72;
    for (const type of ['input', 'change']) slider.dispatchEvent(new Event(type, { bubbles: true }));
  })()`;
  await Promise.all([page.waitForNavigation(), page.evaluate(moveSlider)]);
}

const browser = await openBrowser();
try {
  await withSite(async (site) => {
    for (const shot of shots) await take(site, shot);
  });
} finally {
  await browser.close();
}

async function take(site: OpenSite, { name, device, path, act }: Shot): Promise<void> {
  const page = await openPage(browser);
  await emulate(page, device);
  await page.goto(site.url + path);
  await act?.(page, site);
  await page.waitForFunction(areVisiblePicturesLoaded);
  // The animation of the banner runs in a frame of its own, which does not signal when it has drawn.
  await Bun.sleep(1500);
  const bytes = await page.screenshot({ type: 'webp', quality: 82 });
  await Bun.write(join(import.meta.dir, `${name}.webp`), bytes);
  console.log(`${name}.webp ${Math.round(bytes.length / 1000)} KB`);
  await page.browserContext().close();
}
