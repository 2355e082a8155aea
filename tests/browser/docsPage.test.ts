import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { operations } from '@newsstand/contract';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { buildConsoleOnce } from '../console/buildConsoleOnce.ts';
import { type Running, startNewsstand } from '../newsstandProcess.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { copyDemo, shareRendered } from '../withDemo.ts';
import { inspectPage, nothingWrong } from './inspectPage.ts';
import { click } from './interactions.ts';
import { lacksBrowser, logPage, openPage, type PageLog, sharedBrowser } from './openBrowser.ts';

describe.skipIf(lacksBrowser('the API reference'))('in a browser', () => {
  const docsUrl = 'https://docs.example.com';
  let folder = '';
  let printed = '';
  let service: Running;
  let page: Page;
  let log: PageLog;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newsstand-reference-'));
    const env = {
      NEWSSTAND_DATA: join(folder, 'data'),
      NEWSSTAND_LOG_LEVEL: 'warn',
      NEWSSTAND_DOCS_URL: docsUrl,
    };
    await buildConsoleOnce();
    printed = await copyDemo(env.NEWSSTAND_DATA);
    await shareRendered(env.NEWSSTAND_DATA);
    service = await startNewsstand(['--demo'], env);
    page = await openPage(await sharedBrowser());
    log = logPage(page);
    await page.goto(`${service.url}/docs`);
  });

  afterAll(async () => {
    await page?.browserContext().close();
    await service?.end();
    await rm(folder, { recursive: true, force: true });
  });

  /** Fills in the form of an operation and sends it. */
  async function tryIt(operation: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
    for (const [name, value] of Object.entries(values)) {
      await page.evaluate(`(() => {
        const field = document.getElementById('try-${operation}-${name}');
        field.value = ${JSON.stringify(value)};
        field.dispatchEvent(new Event('input', { bubbles: true }));
      })()`);
    }
    await page.evaluate(`document.querySelector('#${operation} [data-announcement]').textContent = ''`);
    await click(page, `#${operation} .send`);
  }

  /** Does the same, and waits for the outcome. */
  async function outcomeOf(
    operation: string,
    values: Readonly<Record<string, string>> = {},
  ): Promise<unknown> {
    await tryIt(operation, values);
    await page.waitForFunction(
      `document.querySelector('#${operation} [data-announcement]').textContent !== ''`,
    );
    return await textOf(`#${operation} [data-announcement]`);
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

    test('links to the documentation site', async () => {
      expect(await page.evaluate(`document.querySelector('.top .file').href`)).toBe(`${docsUrl}/`);
    });

    test('answers whoever has no key yet, and says what to do', async () => {
      expect(await outcomeOf('listNews')).toStartWith('401 Unauthorized. ');
      await page.waitForFunction(isVisible('#listNews .summary'));
      expect(await textOf('#listNews .problem')).toContain('newsstand key create');
      expect(await textOf('#listNews .problem a')).toBe('About this error');
      expect(await outcomeOf('listNews', { key: 'nsk_wrong', secret: 'nss_wrong' })).toStartWith('401 ');
    });

    test('takes key and secret as they were printed, and then every form gets content at once', async () => {
      await page.evaluate(`(() => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', ${JSON.stringify(printed)});
        const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
        document.getElementById('try-listNews-secret').dispatchEvent(paste);
      })()`);
      for (const { name, single } of operations) {
        expect([name, await outcomeOf(name)]).toEqual([
          name,
          expect.stringMatching(/^200 OK\. \d+ ms, [\d.]+ K?B\.$/),
        ]);
        await page.waitForFunction(isVisible(`#${name} .summary`));
        expect(await textOf(`#${name} [data-body]`)).toContain(single ? '"demo"' : '"totalCount": ');
        expect(await textOf(`#${name} [data-headers]`)).toContain('etag');
      }
      await page.waitForFunction(`document.querySelector('#getMedia .pictures img').naturalWidth > 0`);
      expect(await page.evaluate(`document.querySelectorAll('#listNews .pictures img').length`)).toBe(3);
      await click(page, '#getMedia [data-again]');
      await page.waitForFunction(
        `document.querySelector('#getMedia [data-status]').textContent.startsWith('304')`,
      );
    });

    test('writes the request as code, in step with the form, and never with the secret', async () => {
      await page.evaluate(`document.querySelector('#listNews .query').open = true`);
      await outcomeOf('listNews', { search: "it's", size: '5' });
      const code = (language: string) => textOf(`#listNews [data-language="${language}"] [data-code]`);
      expect(await code('curl')).toContain("--data-urlencode 'search=it'\\''s'");
      expect(await code('TypeScript')).toContain("search: 'it\\'s'");
      expect(await code('Go')).toContain('"size":            {"5"},');
      expect(await textOf('#listNews .query > summary')).toStartWith("Query parameters: size=5, search=it's");
      const shown = await page.evaluate(`document.querySelector('main').textContent`);
      const [, secret = 'none'] = /^SECRET=(\S+)$/m.exec(printed) ?? [];
      expect(`${shown}`.includes(secret)).toBe(false);
    });

    test('copies code, even where browsers have no clipboard for pages', async () => {
      const copied = async () => {
        await page.evaluate(
          `document.addEventListener('copy', () => { window.copied = getSelection().toString(); }, { once: true })`,
        );
        await click(page, '#listTags [data-language=curl] [data-copy]');
        await page.waitForFunction(
          `document.querySelector('#listTags [data-language=curl] [data-copy]').textContent !== 'Copy'`,
        );
        return await page.evaluate('window.copied');
      };
      await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`);
      expect(await copied()).toBe(await textOf('#listTags [data-language=curl] [data-code]'));
      expect(await textOf('#listTags [data-language=curl] [data-copy]')).toBe('Copied');
    });

    test('explains a problem, and marks the parameter that caused it', async () => {
      await page.evaluate(`document.querySelector('#listNews .query').open = false`);
      expect(await outcomeOf('listNews', { search: '', size: '200' })).toStartWith('400 Bad Request. ');
      await page.waitForFunction(isVisible('#listNews .problem'));
      expect(await textOf('#listNews .problem li')).toBe('size must be an integer from 1 to 99');
      const invalid =
        'document.querySelector("#listNews [aria-invalid]").checkVisibility() && document.querySelector("#listNews [aria-invalid]").id';
      expect(await page.evaluate(invalid)).toBe('try-listNews-size');
      await tryIt('listNews', { size: '3', projectId: ' ' });
      expect(await textOf('#listNews [data-fault]')).toBe('Fill in projectId first.');
      expect(await page.evaluate('document.activeElement.id')).toBe('try-listNews-projectId');
      await page.keyboard.type('demo');
      expect(await page.evaluate(`document.querySelector('#listNews [data-fault]').hidden`)).toBe(true);
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        `document.querySelector('#listNews [data-status]').textContent === '200 OK'`,
      );
    });

    test('shows that it waits, can be cancelled, and tells when nothing answers', async () => {
      const held: HTTPRequest[] = [];
      await page.setRequestInterception(true);
      const hold = (request: HTTPRequest) => void held.push(request);
      page.on('request', hold);
      await tryIt('listTags');
      await page.waitForFunction(
        `document.querySelector('#listTags .result.waiting [data-time]').textContent !== ''`,
      );
      expect(await textOf('#listTags .send')).toBe('Sending…');
      await click(page, '#listTags [data-cancel]');
      await page.waitForFunction(
        `document.querySelector('#listTags .problem').textContent.startsWith('Cancelled')`,
      );
      expect(await page.evaluate('document.activeElement.className')).toBe('send');
      await tryIt('listTags');
      await until(
        'the second request',
        () => held,
        ({ length }) => length === 2,
      );
      await held[1]?.abort();
      await page.waitForFunction(
        `document.querySelector('#listTags [data-announcement]').textContent !== ''`,
      );
      expect(await textOf('#listTags [data-announcement]')).toStartWith('No response. The request failed: ');
      page.off('request', hold);
      await page.setRequestInterception(false);
      const expected = /401|400|ERR_FAILED|ERR_ABORTED/;
      expect(log.errors.filter((error) => !expected.test(error))).toEqual([]);
    });

    if (isFull)
      test('has no accessibility violations, with search results, in light and dark, and fits a phone', async () => {
        // Sections of one kind are built alike; scanning all of them takes minutes on a busy machine.
        const alike = '[data-search=Operation]:not(#listNews), [data-search=Resource]:not(#resource-News)';
        await page.evaluate(`document.querySelectorAll('${alike}').forEach((section) => section.remove())`);
        await page.keyboard.press('/');
        await page.keyboard.type('page size');
        expect(await inspectPage(page, 390)).toEqual(nothingWrong);
      });
  });
});
