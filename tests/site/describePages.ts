import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'puppeteer-core';
import { z } from 'zod';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { countBytes, emulate, logPage, openBrowser, openPage, type PageLog } from '../browser/openBrowser.ts';
import { kinds } from './kinds.ts';
import type { OpenSite } from './openSite.ts';

const hasFfmpeg = Bun.which('ffmpeg') !== null;

const feedSchema = z.object({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  items: z.array(z.object({ id: z.string(), url: z.url() })),
});
const lines = z.array(z.string());

/** Tests of the pages in a real browser. */
export function describePages(site: () => OpenSite): void {
  const get = (path: string) => fetch(site().url + path);
  let browser: Browser;
  let page: Page;
  let log: PageLog;

  beforeAll(async () => {
    browser = await openBrowser();
    page = await openPage(browser);
    log = logPage(page);
  });

  afterAll(() => browser?.close());

  const visit = (path: string) => page.goto(site().url + path);
  const click = (selector: string) => page.locator(selector).click();
  const focus = (selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`);
  const text = (selector: string) =>
    page.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent.trim()`);

  test('the front page is small, all pictures included', async () => {
    await emulate(page, {});
    const received = await countBytes(page);
    await visit('/');
    await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })');
    await page.waitForFunction(
      '[...document.images].every((image) => image.complete && image.naturalWidth > 0)',
    );
    expect(received()).toBeLessThan(200_000);
    const pictures = log.responses.filter(
      (response) =>
        /\/media\/.*\.(avif|jpg|png|webp|svg)$/.test(response.url()) && !response.url().includes('/bundles/'),
    );
    for (const picture of pictures) expect(picture.headers()['content-type']).toBe('image/avif');
  });

  test('every kind of page is accessible in both colour schemes, does not shift, and fits a phone', async () => {
    for (const [kind, path] of Object.entries(kinds)) {
      await emulate(page, {});
      await visit(path);
      expect([kind, await inspect(page)]).toEqual([kind, { ...nothingWrong, shifts: [] }]);
    }
    expect(log.errors).toEqual([]);
    const addresses = log.responses.map((response) => response.url()).filter((url) => url.startsWith('http'));
    const origins = new Set(addresses.map((url) => new URL(url).origin));
    expect([...origins].sort()).toEqual([site().url, site().serviceUrl].sort());
  });

  test('the search follows Japanese input, but not while it is being composed', async () => {
    await emulate(page, {});
    await visit('/ja/search');
    await click('#q');
    const session = await page.createCDPSession();
    const composed = 'しんしょうひん';
    const caret = { selectionStart: composed.length, selectionEnd: composed.length };
    await session.send('Input.imeSetComposition', { text: composed, ...caret });
    // Longer than the search waits for further input.
    await Bun.sleep(400);
    expect(await text('#count')).toBe('探したい言葉を入力してください。');
    await page.keyboard.sendCharacter('新商品');
    await page.waitForFunction(
      '/^\\d+ 件の記事が見つかりました$/.test(document.querySelector("#count").textContent)',
    );
    expect(await text('#results h2')).toContain('新商品');
    expect(await page.evaluate('new URL(location).searchParams.get("q")')).toBe('新商品');
    const found = await text('#results');
    await page.reload();
    expect(await text('#results')).toBe(z.string().parse(found));
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

  if (hasFfmpeg) {
    test('a video loads its player when it comes into view, and plays', async () => {
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
    });
  } else {
    console.warn('skipped: playing a video (there is no ffmpeg)');
  }

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

  test('banners move by keys and buttons, and never by themselves with reduced motion', async () => {
    await emulate(page, { reducedMotion: true });
    await visit('/');
    const at =
      '(({ scrollLeft, clientWidth }) => Math.round(scrollLeft / clientWidth))(document.querySelector(".slides"))';
    expect(await page.evaluate('document.querySelector("[data-carousel=pause]").ariaPressed')).toBe('true');
    await focus('[data-carousel=next]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`${at} === 1`);
    // The dots follow, and lead.
    const marked = '[...document.querySelectorAll(".dots button")].map((dot) => dot.ariaCurrent).join()';
    await page.waitForFunction(`${marked} === ',true,'`);
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(`${at} === 0 && ${marked} === 'true,,'`);
    await focus('.dots button:nth-child(3)');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`${at} === 2 && ${marked} === ',,true'`);
    expect(await text('.controls [role="status"]')).toBe('3 of 3: Only words');
    await click('.dots button');
    await page.waitForFunction(`${at} === 0`);
    await click('[data-carousel=previous]');
    await page.waitForFunction(`${at} === document.querySelectorAll(".slide").length - 1`);
    await click('[data-carousel=pause]');
    expect(await page.evaluate('document.querySelector("[data-carousel=pause]").ariaPressed')).toBe('false');
  });

  test('a visitor with a preview key sees what will be live, and others do not', async () => {
    await emulate(page, {});
    await visit('/preview');
    await click('[name="key"]');
    await page.keyboard.sendCharacter(site().preview.key);
    await click('[name="secret"]');
    await page.keyboard.sendCharacter(site().preview.secret);
    await page.keyboard.press('Enter');
    await page.waitForFunction('location.pathname === "/" && document.querySelector(".preview") !== null');
    expect(await page.evaluate('document.cookie')).toBe('');
    expect(await text('.preview p')).toBe('Preview of everything, drafts too');

    await focus('.preview [type=range]');
    await page.keyboard.press('Home');
    await page.waitForFunction(
      'document.querySelector(".preview p")?.textContent.startsWith("Preview of") && !document.querySelector(".preview p").textContent.includes("everything") && document.readyState === "complete"',
    );
    expect(await text('main')).not.toContain('Not yet to be seen');
    await focus('.preview [type=range]');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('End')]);
    expect(await text('main')).toContain('Not yet to be seen');
    expect(await text('.mark.scheduled')).toStartWith('Goes out');

    await visit('/blog/not-yet');
    expect(await text('h1')).toBe('Not yet to be seen');
    expect(await inspect(page)).toEqual({ ...nothingWrong, shifts: [] });
    expect((await get('/blog/not-yet')).status).toBe(404);
    expect(log.errors).toEqual([]);

    await emulate(page, {});
    await click('.preview form:last-child button');
    await page.waitForFunction(
      'location.pathname === "/" && document.querySelector(".preview") === null && document.readyState === "complete"',
    );
    await visit('/blog/not-yet');
    expect(await text('h1')).toBe('Nothing here');
    expect((await inspect(page)).violations).toEqual([]);
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

/** What is wrong with the open page, including layout shifts. */
async function inspect(page: Page) {
  await page.evaluate(observeShifts);
  const { violations, overflow } = await inspectPage(page, 320);
  return { violations, overflow, shifts: lines.parse(await page.evaluate('window.shifts')) };
}

/** Collects the layout shifts from the navigation until shortly after now; later ones come from what inspects the page. */
const observeShifts = `{
  const end = performance.now() + 150;
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { startTime, value, sources } of list.getEntries()) {
      const moved = sources.map(({ node }) => node?.outerHTML ?? node?.textContent).join(' and ');
      if (startTime < end) shifts.push(value + ' by ' + moved);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}`;
