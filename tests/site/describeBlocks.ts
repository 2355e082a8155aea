import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { emulate, openPage, sharedBrowser } from '../browser/openBrowser.ts';
import { sendOn } from './emptyPictures.ts';
import type { OpenSite } from './openSite.ts';

/** Tests of stories with every kind of block, in a real browser. */
export function describeBlocks(site: () => OpenSite): void {
  let page: Page;
  const away: string[] = [];

  beforeAll(async () => {
    page = await openPage(await sharedBrowser());
    // Requests to other sites are written down, and answered here.
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (
        [site().url, site().serviceUrl].some((url) => request.url().startsWith(url)) ||
        !/^http/.test(request.url())
      )
        return sendOn(request);
      away.push(request.url());
      void request.respond({ contentType: 'text/html', body: '<p>A film</p>' });
    });
  });
  afterAll(() => page?.browserContext().close());

  test.each([
    '/blog/a-week-in-huila',
    '/blog/why-we-weigh-water',
    '/ja/blog/pour-over-in-four-minutes',
    '/ja/press/annual-report',
  ])('%s is accessible in both colour schemes, and fits a phone', async (path) => {
    await emulate(page, {});
    await page.goto(site().url + path);
    expect(await inspectPage(page, 360)).toEqual(nothingWrong);
  });

  test('a video of another site is loaded once the reader agrees, and the policy of the page allows it', async () => {
    await emulate(page, {});
    away.length = 0;
    await page.goto(`${site().url}/blog/a-week-in-huila`);
    const card = '.block-embed';
    expect(await page.$eval(`${card} a`, (link) => link.textContent)).toBe('Big Buck Bunny');
    expect(away).toEqual([]);
    await page.locator(`${card} button`).click();
    const film = await page.waitForFrame((frame) =>
      frame.url().startsWith('https://www.youtube-nocookie.com/'),
    );
    expect(await film.evaluate('document.body.textContent')).toBe('A film');
    expect(new Set(away.map((url) => new URL(url).host))).toEqual(new Set(['www.youtube-nocookie.com']));
  });

  test('a footnote is reached from the text by keyboard, and leads back', async () => {
    await page.goto(`${site().url}/blog/why-we-weigh-water`);
    await page.focus('[role="doc-noteref"]');
    await page.keyboard.press('Enter');
    expect(await page.$eval('li:target', (note) => note.textContent)).toStartWith('Measured at sea level');
    await page.focus('li:target a[role="doc-backlink"]');
    await page.keyboard.press('Enter');
    expect(await page.$eval(':target', (reference) => reference.textContent)).toBe('1');
  });

  test('related stories lead to their pages; Japanese stories speak Japanese', async () => {
    await page.goto(`${site().url}/ja/blog/pour-over-in-four-minutes`);
    expect(await page.$eval('.block-callout', (note) => note.getAttribute('aria-label'))).toBe('注意');
    await Promise.all([page.waitForNavigation(), page.click('.block-related a')]);
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('昔ながらのコーヒーゼリーの作り方');
  });

  test('feeds hold a link for an embed, and no script of ours', async () => {
    const feed = await (await fetch(`${site().url}/rss.xml`)).text();
    expect(feed).toContain('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
    expect(feed).not.toContain('iframe');
  });
}
