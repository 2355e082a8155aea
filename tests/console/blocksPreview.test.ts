import { expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, click, find } from '../browser/interactions.ts';
import { emulate } from '../browser/openBrowser.ts';
import { isFull } from '../testing/runs.ts';
import { describeConsole } from './describeConsole.ts';
import { openBody } from './openBody.ts';

const place = { projectId: 'demo', spaceId: 'web' };
const elsewhere = 'https://elsewhere.example/photo.jpg';
const blocks = [
  {
    type: 'table',
    rows: [
      ['Grams', 'Water'],
      ['15', '250 ml'],
    ],
    header: true,
    caption: 'Doses',
  },
  { type: 'divider' },
  {
    type: 'gallery',
    images: [
      { mediaId: 'm-farm', alt: 'A farm' },
      { mediaId: 'm-beans', alt: 'Beans' },
    ],
  },
  ...['info', 'tip', 'warning', 'danger'].map((tone) => ({ type: 'callout', tone, text: 'Mind the step.' })),
  { type: 'paragraph', text: 'A fact.<sup data-note="a"></sup>' },
  { type: 'embed', url: 'https://vimeo.com/76979871', title: 'A film' },
  { type: 'image', url: elsewhere, alt: 'x' },
  { type: 'image', mediaId: 'm-away', alt: 'y' },
  {
    type: 'related',
    items: [{ app: 'news', instanceId: 'blog', contentId: 'blog-001', title: 'Pour-over' }],
  },
  { type: 'footnotes', notes: [{ id: 'a', text: 'So it says.' }] },
];

describeConsole((service) => {
  /** Opens the preview of the blocks. Requests to the film's site are answered here. */
  async function openPreview(language: 'en' | 'ja'): Promise<Page> {
    const page = await service().openPage();
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!request.url().startsWith('https://player.vimeo.com/')) return void request.continue();
      void request.respond({ contentType: 'text/html', body: '<p>A film</p>' });
    });
    await service().importRecords([
      { kind: 'media', ...place, mediaId: 'm-away', name: 'Away', type: 'image', accessUrl: elsewhere },
    ]);
    await openBody(service(), page, blocks, language);
    await click(page, byRole('tab', language === 'en' ? 'Preview' : 'プレビュー'));
    await find(page, byRole('doc-endnotes', language === 'en' ? 'Footnotes' : '脚注'));
    return page;
  }

  if (isFull)
    test('shows every block, asks before a film is loaded, and names what is hosted elsewhere', async () => {
      const page = await openPreview('en');
      await find(page, byRole('note', 'Warning'));
      const gallery = await find(page, byRole('image', 'Beans'));
      await page.waitForFunction('(image) => image.naturalWidth > 0', {}, gallery);
      const away = '[...document.querySelector(".preview-frame > div").shadowRoot.querySelectorAll(".away")]';
      const named = `${away}.filter(({ textContent }) => textContent.includes(${JSON.stringify(elsewhere)})).length === 2`;
      await page.waitForFunction(named);
      // The browser refuses to load the second of them.
      const refused = service().takeErrors();
      expect(refused.filter((error) => !error.includes(elsewhere))).toEqual([]);
      // It is in a shadow root, where only the browser itself finds what is at a point.
      await (await find(page, byRole('button', 'Show from Vimeo'))).click();
      const film = await page.waitForFrame((frame) => frame.url().startsWith('https://player.vimeo.com/'));
      expect(await film.evaluate('document.body.textContent')).toBe('A film');
      expect(
        service()
          .takeErrors()
          .every((error) => error.includes('player.vimeo.com')),
      ).toBe(true);
      await page.close();
    });

  if (isFull)
    test('is accessible in both colours, and speaks Japanese', async () => {
      const page = await openPreview('ja');
      await find(page, byRole('button', 'Vimeoを表示'));
      await find(page, byRole('note', '注意'));
      await emulate(page, {});
      expect(await inspectPage(page, 390)).toEqual(nothingWrong);
      service().takeErrors();
      await page.close();
    });
});
