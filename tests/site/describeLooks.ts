import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'puppeteer-core';
import { z } from 'zod';
import { nothingWrong } from '../browser/inspectPage.ts';
import {
  countBytes,
  emulate,
  logPage,
  openPage,
  type PageLog,
  sharedBrowser,
} from '../browser/openBrowser.ts';
import { lacks } from '../testing/lacks.ts';
import { sendOn } from './emptyPictures.ts';
import { inspectSite } from './inspectSite.ts';
import { kinds } from './kinds.ts';
import type { OpenSite } from './openSite.ts';

const feedSchema = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  items: z.array(z.object({ id: z.string(), url: z.url() })),
});

/** Tests of every kind of page in a real browser. */
export function describeLooks(site: () => OpenSite): void {
  const get = (path: string) => fetch(site().url + path);
  let browser: Browser;
  let page: Page;
  let log: PageLog;

  beforeAll(async () => {
    browser = await sharedBrowser();
    page = await openPage(browser);
    log = logPage(page);
    await page.setRequestInterception(true);
    page.on('request', sendOn);
  });

  afterAll(() => page?.browserContext().close());

  const visit = (path: string) => page.goto(site().url + path);
  const click = (selector: string) => page.locator(selector).click();
  const focus = (selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);

  test('the front page is small, all pictures included, and does not shift', async () => {
    const own = await openPage(browser);
    const { responses } = logPage(own);
    const received = await countBytes(own);
    await own.goto(site().url, { waitUntil: 'domcontentloaded' });
    await own.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })');
    // The service renders them for the first time.
    await own.waitForFunction(
      '[...document.images].every((image) => image.complete && image.naturalWidth > 0)',
      { timeout: 50_000 },
    );
    expect(received()).toBeLessThan(200_000);
    expect((await inspectSite(own)).shifts).toEqual([]);
    const pictures = responses.filter(
      (response) =>
        /\/media\/.*\.(avif|jpg|png|webp|svg)$/.test(response.url()) && !response.url().includes('/bundles/'),
    );
    expect(pictures.length).toBeGreaterThan(4);
    for (const picture of pictures) expect(picture.headers()['content-type']).toBe('image/avif');
    await own.browserContext().close();
  });

  test('every kind of page is accessible in both colour schemes, does not shift, and fits a phone', async () => {
    for (const [kind, path] of Object.entries(kinds)) {
      await emulate(page, {});
      await visit(path);
      expect([kind, await inspectSite(page)]).toEqual([kind, { ...nothingWrong, shifts: [] }]);
    }
    expect(log.errors).toEqual([]);
    const addresses = log.responses.map((response) => response.url()).filter((url) => url.startsWith('http'));
    const origins = new Set(addresses.map((url) => new URL(url).origin));
    expect([...origins].sort()).toEqual([site().url, site().serviceUrl].sort());
  });

  test('so is the page that says that there is nothing', async () => {
    await emulate(page, {});
    await visit('/nothing/at/all');
    expect(await inspectSite(page)).toEqual({ ...nothingWrong, shifts: [] });
    await emulate(page, {});
  });

  test('lists are paginated', async () => {
    await visit('/blog');
    const first = await page.evaluate(
      '[...document.querySelectorAll(".story h2 a")].map((link) => link.href)',
    );
    await click('.pager [rel="next"]');
    await page.waitForFunction(
      'location.search === "?page=2" && document.querySelector(".pager [rel=prev]") !== null',
    );
    const second = await page.evaluate(
      '[...document.querySelectorAll(".story h2 a")].map((link) => link.href)',
    );
    expect(second).toBeArray();
    for (const link of Array.isArray(second) ? second : []) expect(first).not.toContain(link);
    await click('.pager [rel="prev"]');
    await page.waitForFunction(
      'location.search === "" && document.querySelector(".pager [rel=next]") !== null',
    );
  });

  test('a table of contents leads to the parts of an article', async () => {
    await visit('/blog/long-read');
    const links =
      'Object.fromEntries([...document.querySelectorAll(".contents a")].map((link) => [link.textContent, link.hash.length > 1]))';
    expect(await page.evaluate(links)).toEqual({
      'The first part': true,
      二つ目の章: true,
      'Below the second': true,
    });
    await click('.contents li:nth-child(2) > a');
    await page.waitForFunction(`(() => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const top = target?.getBoundingClientRect().top ?? -1;
      return target?.textContent === '二つ目の章' && top >= 0 && top < 200;
    })()`);
  });

  test.skipIf(lacks('ffmpeg', 'a video on the example site'))(
    'a video loads its player when it comes into view, and plays',
    async () => {
      const own = await openPage(browser);
      const { responses, errors } = logPage(own);
      const hasLoaded = (pattern: RegExp) => responses.some((response) => pattern.test(response.url()));
      await own.goto(`${site().url}/blog/long-read`);
      expect(hasLoaded(/\/assets\/hls-/)).toBe(false);
      await own.evaluate(
        'document.querySelector("video").scrollIntoView({ block: "center", behavior: "instant" })',
      );
      await own.waitForFunction('document.querySelector("video").src.startsWith("blob:")');
      expect(hasLoaded(/\.(m4s|mp4|ts)$/)).toBe(false);
      await own.evaluate('document.querySelector("video").focus()');
      await own.keyboard.press('Space');
      await own.waitForFunction('document.querySelector("video").currentTime > 1');
      expect(errors).toEqual([]);
      await own.browserContext().close();
    },
  );

  test('the chosen colour scheme is remembered', async () => {
    await emulate(page, { colorScheme: 'light' });
    await visit('/');
    const colour = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await colour();
    await focus('.theme');
    await page.keyboard.press('Enter');
    await page.waitForFunction('document.querySelector(".theme").ariaPressed === "true"');
    const dark = await colour();
    expect(dark).not.toBe(light);
    await visit('/press');
    expect([await colour(), await page.evaluate('document.querySelector(".theme").ariaPressed')]).toEqual([
      dark,
      'true',
    ]);
    await click('.theme');
    expect(await colour()).toBe(light);
  });

  test('feeds and sitemap are well-formed XML', async () => {
    await visit('/');
    const read = (
      path: string,
    ) => `fetch(${JSON.stringify(path)}).then((answer) => answer.text()).then((text) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      return parsed.querySelector('parsererror')?.textContent ?? parsed.querySelectorAll('item, url, sitemap').length;
    })`;
    for (const path of [
      '/rss.xml',
      '/press/rss.xml',
      '/blog/rss.xml',
      '/sitemap.xml',
      '/sitemap/pages.xml',
      '/sitemap/blog/1.xml',
      '/sitemap-news.xml',
    ])
      expect([path, Number(await page.evaluate(read(path))) > 1]).toEqual([path, true]);
    const feed = feedSchema.parse(await (await get('/feed.json')).json());
    for (const item of feed.items) expect((await fetch(item.url)).status).toBe(200);
  });
}
