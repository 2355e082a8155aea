import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { byRole, find, findText } from '../browser/interactions.ts';
import { describeConsole } from './describeConsole.ts';
import { openBody } from './openBody.ts';

describeConsole((service) => {
  let olga: Page;
  let picture: string;
  beforeAll(async () => {
    olga = await service().openPage();
    const bytes = await makeSource('cut-out');
    await Bun.write(join(service().folder, 'balloon.png'), bytes);
    picture = Buffer.from(bytes).toString('base64');
  });

  test('tables, lists, rules, frames and Markdown come in, and what cannot is said', async () => {
    const { press, paste, expectSaved } = await openBody(service(), olga);
    await paste({
      'text/html': `<h2>Hours</h2><ul><li>Mon<ul><li>9</li></ul></li></ul><table><tr><th>a</th><th>b</th></tr>
        <tr><td>1</td><td><b>2</b></td></tr></table><hr><img src="https://example.com/a.png" alt="A">
        <iframe src="https://player.vimeo.com/video/76979871"></iframe><svg onload="alert(1)"></svg><p>End</p>`,
    });
    await findText(olga, 'Not pasted: drawings.');
    await press('Enter');
    await paste({ 'text/plain': 'https://youtu.be/aqz-KE-bpKQ' });
    await paste({ 'text/plain': '1. one\n2. **two**' });
    await expectSaved([
      { type: 'heading', level: 2, text: 'Hours' },
      { type: 'list', items: [{ text: 'Mon', list: { items: [{ text: '9' }] } }] },
      {
        type: 'table',
        rows: [
          ['a', 'b'],
          ['1', '<strong>2</strong>'],
        ],
        header: true,
      },
      { type: 'divider' },
      { type: 'image', url: 'https://example.com/a.png', alt: 'A' },
      { type: 'embed', url: 'https://player.vimeo.com/video/76979871' },
      { type: 'paragraph', text: 'End' },
      { type: 'embed', url: 'https://youtu.be/aqz-KE-bpKQ' },
      { type: 'list', ordered: true, items: [{ text: 'one' }, { text: '<strong>two</strong>' }] },
    ]);
  });

  const transferOf = (type: string) =>
    `(() => {
      const bytes = Uint8Array.from(atob('${picture}'), (each) => each.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'balloon.png', { type: '${type}' }));
      return transfer;
    })()`;
  const isImage = z.object({ type: z.literal('image'), mediaId: z.string() });

  test('a picture file that is pasted or dropped is uploaded where it lands', async () => {
    const { toEnd, blocks } = await openBody(service(), olga, [
      { type: 'paragraph', text: 'Above' },
      { type: 'paragraph', text: 'Below' },
    ]);
    await toEnd();
    await olga.evaluate(`document.activeElement.dispatchEvent(new ClipboardEvent('paste',
      { clipboardData: ${transferOf('image/png')}, bubbles: true, cancelable: true }))`);
    await find(olga, 'img.block-picture');
    await olga.evaluate(`(() => {
      const above = document.querySelector('.ProseMirror > p');
      const { left, bottom } = above.getBoundingClientRect();
      const options = { dataTransfer: ${transferOf('image/png')}, bubbles: true, cancelable: true };
      above.dispatchEvent(new DragEvent('drop', { ...options, clientX: left + 20, clientY: bottom - 4 }));
    })()`);
    await olga.waitForFunction(`document.querySelectorAll('img.block-picture').length === 2`);
    const stored = await blocks((found) => found.length === 4);
    expect(stored[0]).toEqual({ type: 'paragraph', text: 'Above' });
    expect(isImage.safeParse(stored[1]).error).toBeUndefined();
    expect(stored[2]).toEqual({ type: 'paragraph', text: 'Below' });
    expect(isImage.safeParse(stored[3]).error).toBeUndefined();
  });

  test('a copy within the editor loses nothing', async () => {
    const all = [
      {
        type: 'paragraph',
        text: '<strong>Some</strong> <a href="/x" title="y">text</a><sup data-note="n1"></sup>',
      },
      { type: 'table', rows: [['a', '<em>b</em>']], header: true, caption: 'c' },
      { type: 'callout', tone: 'tip', title: 'T', text: 'one<br><br>two' },
      { type: 'quote', text: 'said', cite: 'who' },
      { type: 'code', text: 'a\nb', language: 'js' },
      { type: 'divider' },
      { type: 'html', html: '<i>x</i>' },
      { type: 'chart', data: [1, 2] },
      { type: 'footnotes', notes: [{ id: 'n1', text: 'note' }] },
      { type: 'paragraph', text: 'end' },
    ];
    const { chord, press, expectSaved } = await openBody(service(), olga, all);
    await olga.browserContext().overridePermissions(service().url, ['clipboard-read', 'clipboard-write']);
    await chord(['Control'], 'KeyA');
    await chord(['Control'], 'KeyX');
    await find(olga, byRole('textbox', 'Text'));
    await expectSaved([]);
    await chord(['Control'], 'KeyV');
    await press('End');
    await expectSaved(all);
  });
});
