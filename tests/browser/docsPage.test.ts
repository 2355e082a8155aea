import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { findViolations } from './findViolations.ts';
import { type Hands, handsOn } from './hands.ts';
import { type Browser, chromium, openChromium } from './openChromium.ts';
import type { Page } from './openPage.ts';

// A busy machine may be slow.
setDefaultTimeout(600_000);

if (chromium === undefined) {
  console.warn('skipped: the reference page in a browser, because chromium is not installed');
} else {
  inChromium(chromium);
}

function inChromium(program: string): void {
  let folder = '';
  let key = '';
  let secret = '';
  let service: Running;
  let browser: Browser;
  let page: Page;
  let hands: Hands;

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
    await runNewsstand(['import', '-'], { env, stdin: `${JSON.stringify(category)}\n` });
    const { stdout } = await runNewsstand(['key', 'create', '--project', 'acme', '--name', 'docs'], { env });
    [key = '', secret = ''] = stdout.match(/ns[ks]_\S+/g) ?? [];
    service = await startNewsstand([], env);
    browser = await openChromium(program);
    page = await browser.open(`${service.url}/docs`);
    await page.until('location.href !== "about:blank" && document.readyState === "complete"');
    hands = handsOn(page);
    // While a page scrolls smoothly, a click may land beside its target.
    await hands.pretend({ motion: 'reduce' });
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
    await hands.click(`#${operation} .send`);
    await page.until(`document.querySelector('#${operation} [data-announcement]').textContent !== ''`);
  }

  const textOf = (selector: string) => page.evaluate(`document.querySelector('${selector}').textContent`);
  const isVisible = (selector: string) => `(() => {
    const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect();
    return top >= 56 && bottom <= innerHeight;
  })()`;

  describe('the reference page', () => {
    test('is searched by keyboard', async () => {
      await hands.press('/');
      await hands.type('tags');
      expect(await page.evaluate('document.querySelectorAll("[role=option]").length')).toBeGreaterThan(3);
      await hands.press('ArrowDown');
      await hands.press('ArrowDown');
      await hands.press('Enter');
      expect(await page.evaluate('[location.hash, document.activeElement.id]')).toEqual([
        '#listTags',
        'listTags',
      ]);
      // The field is folded away until the search leads to it.
      await hands.press('/');
      await hands.type('hashTags');
      await hands.press('Enter');
      await page.until(isVisible('[id="News.values.share.x.hashTags"] .name'));
      await hands.press('/');
      await hands.type('no such thing');
      expect(await textOf('.search [role=status]')).toBe('No results for “no such thing”');
      expect(
        await page.evaluate('document.querySelector(".search [role=status]").offsetWidth'),
      ).toBeGreaterThan(100);
      await hands.press('Escape');
      await hands.press('Escape');
    });

    test('shows the response of a request, where it is seen and announced', async () => {
      await tryIt('listCategories', { key, secret, projectId: 'acme', spaceId: 'web' });
      await page.until(isVisible('#listCategories .summary'));
      expect(await textOf('#listCategories [data-announcement]')).toMatch(/^200 OK\. \d+ ms, \d+ B\.$/);
      expect(await textOf('#listCategories [data-body]')).toContain('"totalCount": 1');
      expect(await textOf('#listCategories [data-headers]')).toContain('etag');
      expect(page.faults).toEqual([]);
    });

    test('explains a problem, and marks the parameter that caused it', async () => {
      await tryIt('listNews', { instanceId: 'press', size: '200' });
      await page.until(isVisible('#listNews .problem'));
      expect(await textOf('#listNews .problem li')).toBe('size must be an integer from 1 to 99');
      expect(await textOf('#listNews [data-announcement]')).toStartWith('400 Bad Request. ');
      const invalid = 'document.querySelector("#listNews [aria-invalid]").id';
      expect(await page.evaluate(invalid)).toBe('try-listNews-size');
    });

    test('has no accessibility violations, with search results, in a wide and a narrow window', async () => {
      // Sections of one kind are built alike; scanning all of them takes minutes on a busy machine.
      await page.evaluate(`document.querySelectorAll('[data-search=Operation]:not(#listNews), [data-search=Resource]:not(#resource-News)')
        .forEach((section) => section.remove())`);
      await hands.press('/');
      await hands.type('page size');
      expect(await findViolations(page)).toEqual([]);
      await hands.pretend({ width: 390, motion: 'reduce' });
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });

    test('has enough contrast in dark mode', async () => {
      await hands.pretend({ scheme: 'dark', motion: 'reduce' });
      expect(await findViolations(page, ['color-contrast'])).toEqual([]);
    });
  });
}
