import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { chromium, emulate, openBrowser, openPage } from '../browser/openBrowser.ts';
import { copyDemo, shareRendered } from '../withDemo.ts';
import { type OpenSite, openSite } from './openSite.ts';

// A busy machine must not fail a test.
setDefaultTimeout(600_000);

if (chromium === undefined) console.warn('skipped: blocks in a real browser (there is no Chromium)');
else describeBlocks();

function describeBlocks(): void {
  let folder = '';
  let site: OpenSite;
  let browser: Browser;
  let page: Page;
  const away: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-blocks-'));
    await copyDemo(join(folder, 'data'));
    await shareRendered(join(folder, 'data'));
    [site, browser] = await Promise.all([openSite(join(folder, 'data')), openBrowser()]);
    page = await openPage(browser);
    // Requests to other sites are written down, and answered here.
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (
        [site.url, site.serviceUrl].some((url) => request.url().startsWith(url)) ||
        !/^http/.test(request.url())
      )
        return void request.continue();
      away.push(request.url());
      void request.respond({ contentType: 'text/html', body: '<p>A film</p>' });
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test.each([
    '/blog/a-week-in-huila',
    '/blog/why-we-weigh-water',
    '/ja/blog/pour-over-in-four-minutes',
    '/ja/press/annual-report',
  ])('%s is accessible in both colour schemes, and fits a phone', async (path) => {
    await emulate(page, {});
    await page.goto(site.url + path);
    expect(await inspectPage(page, 360)).toEqual(nothingWrong);
  });

  test('a video of another site is loaded once the reader agrees, and the policy of the page allows it', async () => {
    await emulate(page, {});
    away.length = 0;
    await page.goto(`${site.url}/blog/a-week-in-huila`);
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
    await page.goto(`${site.url}/blog/why-we-weigh-water`);
    await page.focus('[role="doc-noteref"]');
    await page.keyboard.press('Enter');
    expect(await page.$eval('li:target', (note) => note.textContent)).toStartWith('Measured at sea level');
    await page.focus('li:target a[role="doc-backlink"]');
    await page.keyboard.press('Enter');
    expect(await page.$eval(':target', (reference) => reference.textContent)).toBe('1');
  });

  test('related stories lead to their pages; Japanese stories speak Japanese', async () => {
    await page.goto(`${site.url}/ja/blog/pour-over-in-four-minutes`);
    expect(await page.$eval('.block-callout', (note) => note.getAttribute('aria-label'))).toBe('注意');
    await Promise.all([page.waitForNavigation(), page.click('.block-related a')]);
    expect(await page.$eval('h1', (title) => title.textContent)).toBe('昔ながらのコーヒーゼリーの作り方');
  });

  test('feeds hold a link for an embed, and no script of ours', async () => {
    const feed = await (await fetch(`${site.url}/rss.xml`)).text();
    expect(feed).toContain('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
    expect(feed).not.toContain('iframe');
  });
}
