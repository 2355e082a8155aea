/**
 * Takes the pictures of the example site in this folder: `npm run docs:site`. Needs Chromium, and fonts for Japanese.
 * The moments in them are those of the run, so they are taken anew only when the site looks different.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { type Device, type Hands, handsOn } from '../../tests/browser/hands.ts';
import { chromium, openChromium } from '../../tests/browser/openChromium.ts';
import type { Page } from '../../tests/browser/openPage.ts';
import { type OpenSite, withSite } from '../../tests/site/openSite.ts';

type Shot = {
  readonly name: string;
  readonly device: Device;
  readonly path: string;
  /** What is done before the picture is taken. */
  readonly act?: (page: Page, hands: Hands, site: OpenSite) => Promise<void>;
};

const wide = { width: 1280, height: 1000, scale: 1.5, motion: 'reduce' } as const;
const captured = z.object({ data: z.base64() });

const shots: readonly Shot[] = [
  { name: 'front-light', device: wide, path: '/' },
  { name: 'front-dark', device: { ...wide, scheme: 'dark' }, path: '/' },
  { name: 'article', device: wide, path: '/blog/a-week-in-huila', act: scrollToText },
  { name: 'search', device: wide, path: '/search', act: typeJapanese },
  { name: 'phone', device: { ...wide, width: 390, height: 844 }, path: '/' },
  { name: 'preview', device: wide, path: '/preview', act: preview },
];

/** Pictures further away come when they are near. */
const areSeenPicturesThere = `[...document.images].every((image) => {
  const { top, left } = image.getBoundingClientRect();
  return top > innerHeight || left >= innerWidth || (image.complete && image.naturalWidth > 0);
})`;

async function scrollToText(page: Page): Promise<void> {
  await page.evaluate('document.querySelector(".contents").scrollIntoView({ behavior: "instant" })');
  await page.evaluate('scrollBy({ top: -330, behavior: "instant" })');
}

async function typeJapanese(page: Page, hands: Hands): Promise<void> {
  await hands.click('#q');
  await hands.type('京都');
  await page.until('document.querySelectorAll("#results .story").length > 0');
}

async function preview(page: Page, hands: Hands, site: OpenSite): Promise<void> {
  await hands.click('[name="key"]');
  await hands.type(site.preview.key);
  await hands.click('[name="secret"]');
  await hands.type(site.preview.secret);
  await hands.press('Enter');
  await page.until(
    'document.querySelector(".preview [name=at]") !== null && document.readyState === "complete"',
  );
  await page.evaluate(`(() => {
    const slider = document.querySelector('.preview [type=range]');
    slider.value = 72;
    window.isOld = true;
    for (const type of ['input', 'change']) slider.dispatchEvent(new Event(type, { bubbles: true }));
  })()`);
  await page.until('window.isOld === undefined && document.readyState === "complete"');
}

if (chromium === undefined) throw new Error('there is no chromium, chromium-browser or google-chrome');
const browser = await openChromium(chromium);
try {
  await withSite(async (site) => {
    for (const shot of shots) await take(site, shot);
  });
} finally {
  await browser.close();
}

async function take(site: OpenSite, { name, device, path, act }: Shot): Promise<void> {
  const page = await browser.open('about:blank');
  const hands = handsOn(page);
  await hands.pretend(device);
  await page.ask('Emulation.setScrollbarsHidden', { hidden: true });
  await hands.visit(site.url + path);
  await act?.(page, hands, site);
  await page.until(areSeenPicturesThere);
  // The leaves of the banner are drawn in a frame of their own, which does not say when it has done so.
  await Bun.sleep(1500);
  const wish = { format: 'webp', quality: 82 };
  const { data } = captured.parse(await page.ask('Page.captureScreenshot', wish));
  const bytes = Buffer.from(data, 'base64');
  await Bun.write(join(import.meta.dir, `${name}.webp`), bytes);
  console.log(`${name}.webp ${Math.round(bytes.length / 1000)} KB`);
}
