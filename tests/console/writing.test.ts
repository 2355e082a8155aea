import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { byRole, click, fill, find, waitUntilGone } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { describeConsole } from './describeConsole.ts';
import { openBody } from './openBody.ts';

describeConsole((service) => {
  let olga: Page;
  beforeAll(async () => {
    olga = await service().openPage();
  });

  test('the slash menu adds blocks by keyboard, and typing goes into the new block', async () => {
    const { type, press, expectSaved } = await openBody(service(), olga);
    await type('Before /htm');
    await find(olga, byRole('listbox', 'Blocks'));
    await press('Enter');
    await find(olga, byRole('textbox', 'HTML'));
    await type('<b>x</b>');
    await press('Escape');
    await type('After');
    await press('Enter');
    await type('/cal');
    await find(olga, byRole('option', 'Callout'));
    await press('Enter');
    await type('Mind the step');
    await expectSaved([
      { type: 'paragraph', text: 'Before ' },
      { type: 'html', html: '<b>x</b>' },
      { type: 'paragraph', text: 'After' },
      { type: 'callout', tone: 'info', text: 'Mind the step' },
    ]);
  });

  if (isFull)
    test('a selected block is never replaced by typing, and deleting it can be undone', async () => {
      const html = { type: 'html', html: '<hr>' };
      const { type, press, chord, expectSaved } = await openBody(service(), olga, [
        html,
        { type: 'paragraph', text: 'x' },
      ]);
      await click(olga, byRole('textbox', 'HTML'));
      await press('Escape');
      await type('y');
      await expectSaved([html, { type: 'paragraph', text: 'y' }, { type: 'paragraph', text: 'x' }]);
      await click(olga, byRole('textbox', 'HTML'));
      await press('Escape', 'Delete');
      await expectSaved([
        { type: 'paragraph', text: 'y' },
        { type: 'paragraph', text: 'x' },
      ]);
      await chord(['Control'], 'KeyZ');
      await expectSaved([html, { type: 'paragraph', text: 'y' }, { type: 'paragraph', text: 'x' }]);
    });

  test('the text is near the title, and undo and redo reach over saving, the preview and the JSON', async () => {
    const { chord, press, toEnd, expectSaved } = await openBody(service(), olga, [
      { type: 'paragraph', text: 'One' },
    ]);
    await click(olga, byRole('textbox', 'Title'));
    await press('Tab', 'Tab');
    expect(await olga.evaluate(`document.activeElement.matches('.block-editor .ProseMirror')`)).toBe(true);
    await toEnd();
    // At once: what is typed slowly is undone in several steps.
    await olga.keyboard.sendCharacter(' two');
    await expectSaved([{ type: 'paragraph', text: 'One two' }]);
    await click(olga, byRole('tab', 'JSON'));
    const json = await find(olga, byRole('textbox', 'JSON'));
    const text = String(await json.evaluate((area) => Reflect.get(area, 'value')));
    await fill(olga, byRole('textbox', 'JSON'), text.replace('One two', 'Changed as JSON'));
    await expectSaved([{ type: 'paragraph', text: 'Changed as JSON' }]);
    await click(olga, byRole('tab', 'Preview'));
    await waitUntilGone(olga, byRole('textbox', 'Text'));
    await click(olga, byRole('tab', 'Write'));
    await find(olga, byRole('textbox', 'Text'));
    await toEnd();
    await chord(['Control'], 'KeyZ');
    await expectSaved([{ type: 'paragraph', text: 'One two' }]);
    await chord(['Control'], 'KeyZ');
    await expectSaved([{ type: 'paragraph', text: 'One' }]);
    for (const redone of ['One two', 'Changed as JSON']) {
      await chord(['Control', 'Shift'], 'KeyZ');
      await expectSaved([{ type: 'paragraph', text: redone }]);
    }
  });

  test('Markdown shortcuts make headings, lists, quotes, code, rules, marks and links', async () => {
    const { type, press, expectSaved } = await openBody(service(), olga);
    await type('## Two');
    await press('Enter');
    await type('**bold** *italic* ~~struck~~ `code` [link](example.com/story) end');
    await press('Enter');
    await type('- one');
    await press('Enter', 'Tab');
    await type('two');
    await press('Enter', 'Enter', 'Enter');
    await type('1. first');
    await press('Enter', 'Enter');
    await type('---');
    await type('```js ');
    await type('a');
    await press('Enter', 'Enter', 'Enter');
    await type('> said');
    await expectSaved([
      { type: 'heading', level: 2, text: 'Two' },
      {
        type: 'paragraph',
        text: '<strong>bold</strong> <em>italic</em> <s>struck</s> <code>code</code> <a href="https://example.com/story">link</a> end',
      },
      { type: 'list', items: [{ text: 'one', list: { items: [{ text: 'two' }] } }] },
      { type: 'list', ordered: true, items: [{ text: 'first' }] },
      { type: 'divider' },
      { type: 'code', text: 'a', language: 'js' },
      { type: 'quote', text: 'said' },
    ]);
  });

  if (isFull)
    test('a footnote is written below, and goes with its reference', async () => {
      const { type, press, chord, toEnd, expectSaved } = await openBody(service(), olga, [
        { type: 'paragraph', text: 'Claim' },
      ]);
      await press('End');
      await type(' /foot');
      await find(olga, byRole('option', 'Footnote'));
      await press('Enter');
      await type('Source');
      await press('Enter');
      await type(' and more');
      const written = [
        { type: 'paragraph', text: 'Claim <sup data-note="n1"></sup> and more' },
        { type: 'footnotes', notes: [{ id: 'n1', text: 'Source' }] },
      ];
      await expectSaved(written);
      await press('Home');
      for (let letter = 0; letter < 6; letter++) await press('ArrowRight');
      await press('Delete');
      await expectSaved([{ type: 'paragraph', text: 'Claim  and more' }]);
      await chord(['Control'], 'KeyZ');
      await expectSaved(written);
      await toEnd();
    });
});
