import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { samplePage, tellArticle } from '../../packages/server/src/cli/import/report/testing/samplePage.ts';
import { isFull } from '../testing/runs.ts';
import { inspectPage, nothingWrong } from './inspectPage.ts';
import { lacksBrowser, logPage, openPage, type PageLog, sharedBrowser } from './openBrowser.ts';

const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';

describe.skipIf(lacksBrowser('the import report'))('in a browser', () => {
  let folder = '';
  let address = '';
  let page: Page;
  let log: PageLog;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-report-'));
    const text = samplePage((summary) => {
      tellArticle(summary, 'a', hostile, 'text', 'picture');
      tellArticle(summary, 'b', 'Grinders', 'picture');
      summary.shortcode('form', hostile, 'text');
      for (let index = 0; index < 310; index++) tellArticle(summary, `c${index}`, `Plain ${index}`);
      summary.at(9, 'About us');
      summary.skipped('page', 'pages are not news', 'About us', 'article');
    });
    await Bun.write(join(folder, 'report.html'), text);
    address = `file://${join(folder, 'report.html')}`;
    page = await openPage(await sharedBrowser());
    log = logPage(page);
    await page.goto(address);
  });

  afterAll(async () => {
    await page?.browserContext().close();
    await rm(folder, { recursive: true, force: true });
  });

  const shown = () =>
    page.evaluate(
      `[...document.querySelectorAll('[data-list] > li:not([hidden]) h3')].map((each) => each.textContent)`,
    );
  const focused = () => page.evaluate(`document.activeElement.querySelector('h3')?.textContent`);
  const progress = () => page.evaluate(`document.querySelector('[data-progress]').textContent`);
  const press = async (...keys: readonly ('j' | 'k' | 'x' | '/' | 'Escape' | 'ArrowDown')[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const choose = (kind: string) => page.select('[data-kind]', kind);

  test('the report of an import: keys, filters and marks that last, whatever titles say', async () => {
    expect(await page.title()).toBe('Import into acme/web/press');
    expect(await progress()).toBe('0 of 313 checked, 313 found');
    await press('j');
    expect(await focused()).toBe(hostile);
    await press('x', 'ArrowDown');
    expect(await focused()).toBe('Grinders');
    await press('k');
    expect(await focused()).toBe(hostile);
    expect(await progress()).toBe('1 of 313 checked, 313 found');

    await page.goto(address);
    expect(await progress()).toBe('1 of 313 checked, 313 found');
    await page.click('[data-unchecked]');
    await choose('picture');
    expect(await shown()).toEqual(['Grinders']);
    await press('j', 'x');
    expect(await shown()).toEqual([]);
    await choose('');
    await press('j', 'x');
    expect(await focused()).toBe('Plain 1');
    await press('k', 'j', 'k');
    expect(await focused()).toBe('Plain 1');
    await choose('picture');
    await page.click('[data-unchecked]');
    expect(await shown()).toEqual([hostile, 'Grinders']);
    await choose('any');
    expect(await shown()).toEqual([hostile, 'Grinders', 'About us']);

    await choose('');
    await press('/');
    await page.keyboard.type('PLAIN 309');
    expect(await shown()).toEqual(['Plain 309']);
    await press('Escape');
    expect(await focused()).toBe('Plain 309');
    await page.evaluate(`document.querySelector('[data-text]').value = ''`);
    await choose('');
    await page.evaluate(`location.hash = 'a311'`);
    await page.waitForFunction(`document.activeElement.id === 'a311'`);
    expect(await focused()).toBe('Plain 309');
    await press('j');
    expect(await focused()).toBe('About us');
  });

  test('it shows three hundred articles of a list at once, and more on demand', async () => {
    await page.goto(address.split('#')[0] ?? '');
    expect(await shown()).toHaveLength(301);
    // While articles come into view and get their heights, a click may miss it.
    await page.evaluate(`document.querySelector('.more:not([hidden])').click()`);
    expect(await shown()).toHaveLength(313);
  });

  test(`it ${isFull ? 'is accessible, fits a phone, ' : ''}asks for nothing and runs nothing of the content`, async () => {
    await choose('any');
    await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
    if (isFull) expect(await inspectPage(page, 390)).toEqual(nothingWrong);
    expect(await page.title()).toBe('Import into acme/web/press');
    expect(log.errors).toEqual([]);
    expect(log.responses.filter((each) => !each.url().startsWith('file:'))).toEqual([]);
  });
});
