import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { createKey, importLines } from '../fillStore.ts';
import { type Running, startNewsstand } from '../newsstandProcess.ts';
import { inspectPage, nothingWrong } from './inspectPage.ts';
import { click } from './interactions.ts';
import { chromium, emulate, logPage, openBrowser, openPage, type PageLog } from './openBrowser.ts';

// A busy machine must not fail a test.
setDefaultTimeout(600_000);

if (chromium === undefined) {
  console.warn('skipped: the reference page in a browser, because chromium is not installed');
} else {
  inChromium();
}

function inChromium(): void {
  let folder = '';
  let key = '';
  let secret = '';
  let service: Running;
  let browser: Browser;
  let page: Page;
  let log: PageLog;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-reference-'));
    const env = { NEWSSTAND_DATA: join(folder, 'data'), NEWSSTAND_LOG_LEVEL: 'warn' };
    const category = {
      kind: 'category',
      projectId: 'acme',
      spaceId: 'web',
      categoryId: 'c1',
      name: 'Products',
    };
    await importLines(env, [category]);
    ({ key, secret } = await createKey(env, ['--project', 'acme']));
    service = await startNewsstand([], env);
    browser = await openBrowser();
    page = await openPage(browser);
    log = logPage(page);
    // During smooth scrolling, a click may miss its target.
    await emulate(page, { reducedMotion: true });
    await page.goto(`${service.url}/docs`);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.end();
    await rm(folder, { recursive: true, force: true });
  });

  /** Fills in the form of an operation and sends it. */
  async function tryIt(operation: string, values: Readonly<Record<string, string>>): Promise<void> {
    await page.evaluate(`document.querySelector('#${operation} [data-try]').open = true`);
    for (const [name, value] of Object.entries(values)) {
      await page.evaluate(`(() => {
        const field = document.getElementById('try-${operation}-${name}');
        field.value = ${JSON.stringify(value)};
        field.dispatchEvent(new Event('input'));
      })()`);
    }
    await page.evaluate(`document.querySelector('#${operation} [data-announcement]').textContent = ''`);
    await click(page, `#${operation} .send`);
    await page.waitForFunction(
      `document.querySelector('#${operation} [data-announcement]').textContent !== ''`,
    );
  }

  const textOf = (selector: string) => page.evaluate(`document.querySelector('${selector}').textContent`);
  const isVisible = (selector: string) => `(() => {
    const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect();
    return top >= 56 && bottom <= innerHeight;
  })()`;

  describe('the reference page', () => {
    test('can be searched with the keyboard', async () => {
      await page.keyboard.press('/');
      await page.keyboard.type('tags');
      expect(await page.evaluate('document.querySelectorAll("[role=option]").length')).toBeGreaterThan(3);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('[location.hash, document.activeElement.id]')).toEqual([
        '#listTags',
        'listTags',
      ]);
      // The field is folded away until the search leads to it.
      await page.keyboard.press('/');
      await page.keyboard.type('hashTags');
      await page.keyboard.press('Enter');
      await page.waitForFunction(isVisible('[id="News.values.share.x.hashTags"] .name'));
      await page.keyboard.press('/');
      await page.keyboard.type('no such thing');
      expect(await textOf('.search [role=status]')).toBe('No results for “no such thing”');
      expect(
        await page.evaluate('document.querySelector(".search [role=status]").offsetWidth'),
      ).toBeGreaterThan(100);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });

    test('scrolls to the response of a request and announces it', async () => {
      await tryIt('listCategories', { key, secret, projectId: 'acme', spaceId: 'web' });
      await page.waitForFunction(isVisible('#listCategories .summary'));
      expect(await textOf('#listCategories [data-announcement]')).toMatch(/^200 OK\. \d+ ms, \d+ B\.$/);
      expect(await textOf('#listCategories [data-body]')).toContain('"totalCount": 1');
      expect(await textOf('#listCategories [data-headers]')).toContain('etag');
      expect(log.errors).toEqual([]);
    });

    test('explains a problem, and marks the parameter that caused it', async () => {
      await tryIt('listNews', { instanceId: 'press', size: '200' });
      await page.waitForFunction(isVisible('#listNews .problem'));
      expect(await textOf('#listNews .problem li')).toBe('size must be an integer from 1 to 99');
      expect(await textOf('#listNews [data-announcement]')).toStartWith('400 Bad Request. ');
      const invalid = 'document.querySelector("#listNews [aria-invalid]").id';
      expect(await page.evaluate(invalid)).toBe('try-listNews-size');
    });

    test('has no accessibility violations, with search results, in light and dark, and fits a phone', async () => {
      // Sections of one kind are built alike; scanning all of them takes minutes on a busy machine.
      const alike = '[data-search=Operation]:not(#listNews), [data-search=Resource]:not(#resource-News)';
      await page.evaluate(`document.querySelectorAll('${alike}').forEach((section) => section.remove())`);
      await page.keyboard.press('/');
      await page.keyboard.type('page size');
      expect(await inspectPage(page, 390)).toEqual(nothingWrong);
    });
  });
}
