import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { byRole, click, fill, find, findText } from '../browser/interactions.ts';
import { describeConsole } from './describeConsole.ts';
import { openBody } from './openBody.ts';

const paragraph = (text: string) => ({ type: 'paragraph', text });

describeConsole((service) => {
  let olga: Page;
  beforeAll(async () => {
    olga = await service().openPage();
  });

  test('blocks are put in another order by dragging, and by keyboard', async () => {
    const { toEnd, chord, expectSaved } = await openBody(service(), olga, ['a', 'b', 'c'].map(paragraph));
    const boxOf = async (at: number) => {
      const block = await find(olga, `.ProseMirror > p:nth-of-type(${at})`);
      return (await block.boundingBox()) ?? { x: 0, y: 0, height: 0 };
    };
    const [first, last] = [await boxOf(1), await boxOf(3)];
    await olga.mouse.move(first.x + 60, first.y + 5);
    const grip = await find(olga, byRole('button', 'Move or delete this block'));
    await olga.waitForFunction(
      `Math.abs(document.querySelector('.block-grip').getBoundingClientRect().top - ${first.y}) < 12`,
    );
    const handle = (await grip.boundingBox()) ?? { x: 0, y: 0 };
    await olga.mouse.move(handle.x + 8, handle.y + 8);
    await olga.mouse.down();
    await olga.mouse.move(handle.x + 8, last.y + last.height - 1, { steps: 5 });
    await find(olga, '.block-drop-line');
    await olga.mouse.up();
    await expectSaved(['b', 'c', 'a'].map(paragraph));
    await toEnd();
    await chord(['Alt'], 'ArrowUp');
    await expectSaved(['b', 'a', 'c'].map(paragraph));
    // By finger, at the block with the cursor.
    const session = await olga.createCDPSession();
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    const [top, bottom] = [await boxOf(1), await boxOf(3)];
    await olga.touchscreen.tap(bottom.x + 60, bottom.y + 5);
    await olga.waitForFunction(
      `Math.abs(document.querySelector('.block-grip').getBoundingClientRect().top - ${bottom.y}) < 12`,
    );
    const held = (await (await find(olga, '.block-grip')).boundingBox()) ?? { x: 0, y: 0 };
    const touch = await olga.touchscreen.touchStart(held.x + 8, held.y + 8);
    for (const part of [0.3, 0.6, 1]) await touch.move(held.x + 8, held.y + 8 + (top.y - held.y - 8) * part);
    await find(olga, '.block-drop-line');
    await touch.end();
    await session.send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await expectSaved(['c', 'b', 'a'].map(paragraph));
  });

  test('links are completed or refused, and lead to items of the space', async () => {
    const { press, chord, expectSaved } = await openBody(service(), olga, [paragraph('story')]);
    await press('Home');
    await chord(['Shift'], 'End');
    await chord(['Control'], 'KeyK');
    const field = byRole('combobox', 'Link URL');
    await find(olga, field);
    expect(await olga.$('.palette-input')).toBeNull();
    await fill(olga, field, 'javascript:alert(1)');
    await press('Enter');
    await findText(olga, 'Links may begin with');
    await fill(olga, field, 'example.com/story');
    await press('Enter');
    await expectSaved([paragraph('<a href="https://example.com/story">story</a>')]);
    await chord(['Control'], 'KeyK');
    await fill(olga, field, 'first roastery');
    await find(olga, byRole('option', 'Kumo Coffee opens its first roastery in Kyoto press'));
    await press('Enter');
    await expectSaved([paragraph('<a href="/press/kyoto-roastery">story</a>')]);
  });

  test('a table grows by Tab, and has tools for rows, columns and the heading row', async () => {
    const { type, press, expectSaved } = await openBody(service(), olga);
    await type('/table');
    await find(olga, byRole('option', 'Table'));
    await press('Enter');
    await find(olga, byRole('toolbar', 'Table tools'));
    for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) {
      await type(text);
      if (text !== 'j') await press('Tab');
    }
    await click(olga, byRole('button', 'Delete column'));
    await click(olga, byRole('switch', 'Heading row'));
    await expectSaved([
      {
        type: 'table',
        rows: [
          ['b', 'c'],
          ['e', 'f'],
          ['h', 'i'],
          ['', ''],
        ],
      },
    ]);
  });

  test('related items and a gallery are put together in place', async () => {
    const { type, press, expectSaved } = await openBody(service(), olga);
    await type('/related');
    await find(olga, byRole('option', 'Related items'));
    await press('Enter');
    await find(olga, byRole('combobox', 'Find an item to link to'));
    await type('first roastery');
    await find(olga, byRole('option', 'Kumo Coffee opens its first roastery in Kyoto press'));
    await press('Enter', 'Escape');
    await expectSaved([
      {
        type: 'related',
        items: [
          {
            ...{ app: 'news', instanceId: 'press', contentId: 'press-001' },
            title: 'Kumo Coffee opens its first roastery in Kyoto',
          },
        ],
      },
    ]);
    const other = await openBody(service(), olga);
    await type('/gallery');
    await find(olga, byRole('option', 'Gallery'));
    await press('Enter');
    await click(olga, byRole('button', 'Choose pictures…'));
    const dialog = await find(olga, byRole('dialog'));
    // Several at once, in the order in which they are chosen.
    for (const name of ['A farm in Huila', 'Beans'])
      await click(dialog, byRole('checkbox', `Select ${name}`));
    await click(dialog, byRole('button', 'Use 2 pictures'));
    await click(olga, byRole('button', 'Move Picture 2 back'));
    const gallery = [{ type: 'gallery', images: [{ mediaId: 'm-beans' }, { mediaId: 'm-farm' }] }];
    const stored = await other.blocks((found) => JSON.stringify(found).includes('m-farm'));
    expect(stored).toMatchObject(gallery);
  });

  test('in Japanese: the slash menu is found in kana, also while an input method composes', async () => {
    const { type, press, expectSaved } = await openBody(service(), olga, [], 'ja');
    const session = await olga.createCDPSession();
    await session.send('Input.imeSetComposition', { text: 'きょうと', selectionStart: 4, selectionEnd: 4 });
    await session.send('Input.insertText', { text: '京都' });
    await press('Enter');
    await session.send('Input.insertText', { text: '／ひょ' });
    await find(olga, byRole('option', '表'));
    await press('Enter');
    await type('a');
    const row = ['', '', ''];
    await expectSaved([paragraph('京都'), { type: 'table', rows: [['a', '', ''], row, row], header: true }]);
    await findText(olga, '3文字');
    expect(await olga.$(byRole('listbox'))).toBeNull();
  });
});
