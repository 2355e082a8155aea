import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { byRole, click, find, findText } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { describeConsole } from './describeConsole.ts';
import { openBody } from './openBody.ts';

describeConsole((service) => {
  let olga: Page;
  /** The bytes of each file. */
  const pictures: Record<string, string> = {};
  beforeAll(async () => {
    olga = await service().openPage();
    for (const name of ['cut-out', 'upright', 'fog'] as const)
      pictures[name] = Buffer.from(await makeSource(name)).toString('base64');
  });

  if (isFull)
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

  test('footnotes of Markdown join those of the text, and can be undone', async () => {
    const before = [
      { type: 'paragraph', text: 'Old<sup data-note="n1"></sup>' },
      { type: 'footnotes', notes: [{ id: 'n1', text: 'first' }] },
    ];
    const { press, paste, chord, expectSaved } = await openBody(service(), olga, before);
    await press('End', 'Enter');
    await paste({ 'text/plain': 'New[^1] and^[in the *line*].\n\n[^1]: Source\n\n    More' });
    await expectSaved([
      before[0],
      { type: 'paragraph', text: 'New<sup data-note="n2"></sup> and<sup data-note="n3"></sup>.' },
      {
        type: 'footnotes',
        notes: [
          { id: 'n1', text: 'first' },
          { id: 'n3', text: 'in the <em>line</em>' },
          { id: 'n2', text: 'Source<br><br>More' },
        ],
      },
    ]);
    await chord(['Control'], 'KeyZ');
    await expectSaved(before);
  });

  const transferOf = (...names: readonly string[]) =>
    `(() => {
      const transfer = new DataTransfer();
      for (const [name, text] of ${JSON.stringify(names.map((name) => [name, pictures[name] ?? '']))}) {
        const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
        transfer.items.add(new File([bytes], name + '.png', { type: 'image/png' }));
      }
      return transfer;
    })()`;
  const image = z.object({ type: z.literal('image'), mediaId: z.string() });

  if (isFull)
    test('files that are pasted or dropped, several at once, are uploaded where they land', async () => {
      const { toEnd, blocks, chord } = await openBody(service(), olga, [
        { type: 'paragraph', text: 'Above' },
        { type: 'paragraph', text: 'Below' },
      ]);
      const drop = (...names: readonly string[]) =>
        olga.evaluate(`(() => {
        const above = document.querySelector('.ProseMirror > p');
        const { left, bottom } = above.getBoundingClientRect();
        const options = { dataTransfer: ${transferOf(...names)}, bubbles: true, cancelable: true };
        above.dispatchEvent(new DragEvent('drop', { ...options, clientX: left + 20, clientY: bottom - 4 }));
      })()`);
      await toEnd();
      await olga.evaluate(`document.activeElement.dispatchEvent(new ClipboardEvent('paste',
      { clipboardData: ${transferOf('cut-out')}, bubbles: true, cancelable: true }))`);
      // While the first is still on its way.
      await drop('upright', 'fog');
      await olga.waitForFunction(`document.querySelectorAll('img.block-picture').length === 3`);
      const stored = await blocks((found) => found.length === 5);
      expect([stored[0], stored[3]]).toEqual(['Above', 'Below'].map((text) => ({ type: 'paragraph', text })));
      const shown = [1, 2, 4].map((at) => image.parse(stored[at]).mediaId);
      const names = await Promise.all(shown.map(nameOf));
      expect(names).toEqual(['upright', 'fog', 'cut-out']);
      // A file that is there already is asked about where it lands.
      await drop('cut-out');
      await click(olga, byRole('button', 'Use the existing file instead of cut-out.png'));
      await olga.waitForFunction(`document.querySelectorAll('img.block-picture').length === 4`);
      expect(image.parse((await blocks((found) => found.length === 6))[1]).mediaId).toBe(shown[2] ?? '');
      // Undoing takes the picture away, and redoing brings it back without another upload.
      await chord(['Control'], 'KeyZ');
      await blocks((found) => found.length === 5);
      await chord(['Control', 'Shift'], 'KeyZ');
      expect(image.parse((await blocks((found) => found.length === 6))[1]).mediaId).toBe(shown[2] ?? '');
    });

  async function nameOf(mediaId: string): Promise<string> {
    const media = await service().manage(`/projects/demo/spaces/web/collection/medias/${mediaId}`);
    return z.object({ item: z.object({ name: z.string() }) }).parse(media).item.name;
  }

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
