import { afterAll, beforeAll, expect, test } from 'bun:test';
import { z } from 'zod';
import { type Hands, handsOn } from '../browser/hands.ts';
import { type Browser, openChromium } from '../browser/openChromium.ts';
import type { Page } from '../browser/openPage.ts';
import { inspect } from './inspect.ts';
import { kinds } from './kinds.ts';
import type { OpenSite } from './openSite.ts';

const hasFfmpeg = Bun.which('ffmpeg') !== null;

const feedSchema = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  items: z.array(z.object({ id: z.string(), url: z.url() })),
});

/** What there is to find on a good page. */
const nothingWrong = { violations: [], shifts: [], overflow: 0 };

/** What people do on the site, in a real browser. */
export function describeVisits(program: string, site: () => OpenSite): void {
  const get = (path: string) => fetch(site().url + path);
  let browser: Browser;
  let page: Page;
  let hands: Hands;

  beforeAll(async () => {
    browser = await openChromium(program);
    page = await browser.open('about:blank');
    hands = handsOn(page);
  });

  afterAll(() => browser?.close());

  const visit = (path: string) => hands.visit(site().url + path);
  const text = (selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent.trim()`);

  test('the front page is light, all pictures included', async () => {
    await hands.pretend({});
    const before = page.received();
    await visit('/');
    await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })');
    await page.until('[...document.images].every((image) => image.complete && image.naturalWidth > 0)');
    expect(page.received() - before).toBeLessThan(200_000);
    const types = [...page.responses.values()].filter(
      ({ url }) =>
        url.includes('/media/') && /\.(avif|jpg|png|webp|svg)$/.test(url) && !url.includes('/bundles/'),
    );
    for (const { mimeType } of types) expect(mimeType).toBe('image/avif');
  });

  test('every kind of page is accessible in both colours, keeps still, and fits a phone', async () => {
    for (const [kind, path] of Object.entries(kinds)) {
      await hands.pretend({});
      await visit(path);
      expect([kind, await inspect(page, hands)]).toEqual([kind, nothingWrong]);
    }
    expect(page.faults).toEqual([]);
    const addresses = [...page.responses.keys()].filter((url) => url.startsWith('http'));
    const origins = new Set(addresses.map((url) => new URL(url).origin));
    expect([...origins].sort()).toEqual([site().url, site().serviceUrl].sort());
  });

  test('Japanese is searched for as it is typed, but not while it is composed', async () => {
    await hands.pretend({});
    await visit('/search');
    await hands.click('#q');
    await hands.compose('しんしょうひん');
    await Bun.sleep(500);
    expect(await text('#count')).toBe('Type what you are looking for.');
    await hands.type('新商品');
    await page.until('/^\\d+ stor(y|ies) found$/.test(document.querySelector("#count").textContent)');
    expect(await text('#results h2')).toContain('新商品');
    expect(await page.evaluate('new URL(location).searchParams.get("q")')).toBe('新商品');
    const found = await text('#results');
    await page.ask('Page.reload');
    await page.until(
      `document.readyState === "complete" && document.querySelector("#results")?.textContent.trim() === ${JSON.stringify(found)}`,
    );
  });

  test('lists are paged through', async () => {
    await visit('/blog');
    const first = await page.evaluate(
      '[...document.querySelectorAll(".story h2 a")].map((link) => link.href)',
    );
    await hands.click('.pager [rel="next"]');
    await page.until('location.search === "?page=2" && document.querySelector(".pager [rel=prev]") !== null');
    const second = await page.evaluate(
      '[...document.querySelectorAll(".story h2 a")].map((link) => link.href)',
    );
    expect(second).toBeArray();
    for (const link of Array.isArray(second) ? second : []) expect(first).not.toContain(link);
    await hands.click('.pager [rel="prev"]');
    await page.until('location.search === "" && document.querySelector(".pager [rel=next]") !== null');
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
    await hands.click('.contents li:nth-child(2) > a');
    await page.until(`(() => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      const top = target?.getBoundingClientRect().top ?? -1;
      return target?.textContent === '二つ目の章' && top >= 0 && top < 200;
    })()`);
  });

  if (hasFfmpeg) {
    test('a video loads its player when it comes near, and plays', async () => {
      const own = await browser.open(`${site().url}/blog/long-read`);
      const loaded = () => [...own.responses.keys()].some((url) => url.includes('/assets/hls-'));
      await own.until('document.readyState === "complete"');
      expect(loaded()).toBe(false);
      await own.evaluate(
        'document.querySelector("video").scrollIntoView({ block: "center", behavior: "instant" })',
      );
      await own.until('document.querySelector("video").src.startsWith("blob:")');
      expect([...own.responses.keys()].some((url) => /\.(m4s|mp4|ts)$/.test(url))).toBe(false);
      await own.evaluate('document.querySelector("video").focus()');
      await handsOn(own).press(' ');
      await own.until('document.querySelector("video").currentTime > 1');
      expect(own.faults).toEqual([]);
    });
  } else {
    console.warn('left out: the playing of a video, since there is no ffmpeg');
  }

  test('the colours that were chosen are kept', async () => {
    await hands.pretend({ scheme: 'light' });
    await visit('/');
    const colour = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    const light = await colour();
    await page.evaluate('document.querySelector(".theme").focus()');
    await hands.press('Enter');
    await page.until('document.querySelector(".theme").ariaPressed === "true"');
    const dark = await colour();
    expect(dark).not.toBe(light);
    await visit('/press');
    expect([await colour(), await page.evaluate('document.querySelector(".theme").ariaPressed')]).toEqual([
      dark,
      'true',
    ]);
    await hands.click('.theme');
    expect(await colour()).toBe(light);
  });

  test('banners are moved by keys and buttons, and never by themselves where no motion is wanted', async () => {
    await hands.pretend({ motion: 'reduce' });
    await visit('/');
    const at =
      '(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth))(document.querySelector(".slides"))';
    expect(await page.evaluate('document.querySelector("[data-carousel=pause]").ariaPressed')).toBe('true');
    await page.evaluate('document.querySelector("[data-carousel=next]").focus()');
    await hands.press('Enter');
    await page.until(`${at} === 1`);
    await hands.press('ArrowLeft');
    await page.until(`${at} === 0`);
    await hands.click('[data-carousel=previous]');
    await page.until(`${at} === document.querySelectorAll(".slide").length - 1`);
    await hands.click('[data-carousel=pause]');
    expect(await page.evaluate('document.querySelector("[data-carousel=pause]").ariaPressed')).toBe('false');
  });

  test('whoever has a preview key sees what will be live, and others do not', async () => {
    await hands.pretend({});
    await visit('/preview');
    await hands.click('[name="key"]');
    await hands.type(site().preview.key);
    await hands.click('[name="secret"]');
    await hands.type(site().preview.secret);
    await hands.press('Enter');
    await page.until('location.pathname === "/" && document.querySelector(".preview") !== null');
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await text('.preview p')).toBe('Preview of everything, drafts too');

    await page.evaluate('document.querySelector(".preview [type=range]").focus()');
    await hands.press('Home');
    await page.until(
      'document.querySelector(".preview p")?.textContent.startsWith("Preview of") && !document.querySelector(".preview p").textContent.includes("everything") && document.readyState === "complete"',
    );
    expect(await text('main')).not.toContain('Not yet to be seen');
    await page.evaluate('window.isOld = true; document.querySelector(".preview [type=range]").focus()');
    await hands.press('End');
    await page.until('window.isOld === undefined && document.readyState === "complete"');
    expect(await text('main')).toContain('Not yet to be seen');
    expect(await text('.mark.scheduled')).toStartWith('Goes out');

    await visit('/blog/not-yet');
    expect(await text('h1')).toBe('Not yet to be seen');
    expect(await inspect(page, hands)).toEqual(nothingWrong);
    expect((await get('/blog/not-yet')).status).toBe(404);
    expect(page.faults).toEqual([]);

    await hands.pretend({});
    await hands.click('.preview form:last-child button');
    await page.until(
      'location.pathname === "/" && document.querySelector(".preview") === null && document.readyState === "complete"',
    );
    await visit('/blog/not-yet');
    expect(await text('h1')).toBe('Nothing here');
    expect((await inspect(page, hands)).violations).toEqual([]);
  });

  test('feeds and sitemap are XML that a browser can read', async () => {
    await visit('/');
    const read = (
      path: string,
    ) => `fetch(${JSON.stringify(path)}).then((answer) => answer.text()).then((text) => {
      const parsed = new DOMParser().parseFromString(text, 'application/xml');
      return parsed.querySelector('parsererror')?.textContent ?? parsed.querySelectorAll('item, url').length;
    })`;
    for (const path of ['/rss.xml', '/press/rss.xml', '/blog/rss.xml', '/sitemap.xml'])
      expect([path, Number(await page.evaluate(read(path))) > 2]).toEqual([path, true]);
    const feed = feedSchema.parse(await (await get('/feed.json')).json());
    for (const item of feed.items) expect((await fetch(item.url)).status).toBe(200);
  });
}
