import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { lacksBrowser, openPage, sharedBrowser } from '../../../tests/browser/openBrowser.ts';
import { renderBody } from './body/renderBody.ts';

describe.skipIf(lacksBrowser('embeds'))('in a real browser', describeEmbeds);

const blocks = [
  { type: 'embed', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: 'A film' },
  { type: 'embed', url: 'https://youtu.be/aaaaaaaaaaa', title: 'Another' },
  { type: 'embed', url: 'https://vimeo.com/76979871', title: 'A third' },
  { type: 'embed', url: 'https://example.com/story', title: 'A story' },
];
const forged =
  '<figure class="block-embed" data-frame="https://evil.example/" data-provider="x"><div><p><a href="/">x</a></p></div></figure>';

function describeEmbeds(): void {
  let browser: Browser;
  let script = '';
  const asked: string[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const isScript = new URL(request.url).pathname === '/embeds.js';
      const page = `<!doctype html><title>x</title>${renderBody({ blocks })}${forged}
        <script type="module">import { showEmbeds } from '/embeds.js'; showEmbeds(); showEmbeds(); document.title = 'ready';</script>`;
      return new Response(isScript ? script : page, {
        headers: { 'content-type': isScript ? 'text/javascript' : 'text/html' },
      });
    },
  });
  beforeAll(async () => {
    const { outputs } = await Bun.build({
      entrypoints: [join(import.meta.dir, 'embeds/index.ts')],
      minify: true,
    });
    script = (await outputs[0]?.text()) ?? '';
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await server.stop(true);
  });

  /** A page whose requests to other sites are written down and not sent. */
  async function open(): Promise<Page> {
    const page = await openPage(browser);
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (request.url().startsWith(server.url.href)) return void request.continue();
      asked.push(request.url());
      void request.respond({ contentType: 'text/html', body: '<p>film</p>' });
    });
    asked.length = 0;
    await reload(page);
    return page;
  }
  async function reload(page: Page): Promise<void> {
    await page.goto(server.url.href);
    await page.waitForFunction('document.title === "ready"');
  }
  const frames = (page: Page) =>
    page.evaluate('[...document.querySelectorAll("iframe")].map(({ src, title }) => [src, title])');
  const buttons = (page: Page) =>
    page.evaluate('[...document.querySelectorAll("button")].map((each) => each.textContent)');

  test('nothing of another site is loaded before the reader agrees, and then only that', async () => {
    const page = await open();
    expect(await buttons(page)).toEqual(['Show from YouTube', 'Show from YouTube', 'Show from Vimeo']);
    expect([asked, await frames(page)]).toEqual([[], []]);
    await page.click('button');
    const frame = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1';
    expect(await frames(page)).toEqual([[frame, 'A film']]);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
    expect(await page.evaluate('document.querySelector("iframe").getAttribute("sandbox")')).not.toContain(
      'top-navigation',
    );
    await page.waitForFunction('frames.length === 1');
    expect(asked).toEqual([frame]);
    // It was for once.
    await reload(page);
    expect(await frames(page)).toEqual([]);
    await page.browserContext().close();
  });

  test('a reader may agree to all of one provider, and take it back', async () => {
    const page = await open();
    await page.click('figure input');
    await page.click('button');
    const both = [
      [expect.stringContaining('/embed/dQw4w9WgXcQ'), 'A film'],
      [expect.stringContaining('/embed/aaaaaaaaaaa'), 'Another'],
    ];
    expect(await frames(page)).toEqual(both);
    await reload(page);
    expect(await frames(page)).toEqual(both);
    const ask = 'Ask again before showing content from YouTube';
    expect(await buttons(page)).toEqual([ask, ask, 'Show from Vimeo']);
    await page.click('button');
    expect(await frames(page)).toEqual(both.slice(1));
    await reload(page);
    expect(await frames(page)).toEqual([]);
    await page.browserContext().close();
  });
}
