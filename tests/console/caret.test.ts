import { beforeAll, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { isFull } from '../testing/runs.ts';
import { describeConsole } from './describeConsole.ts';
import { openBody } from './openBody.ts';

const paragraph = (text: string) => ({ type: 'paragraph', text });
const table = (...rows: readonly (readonly string[])[]) => ({ type: 'table', rows });

describeConsole((service) => {
  let olga: Page;
  beforeAll(async () => {
    olga = await service().openPage();
  });
  const clickCell = async (number: number) => {
    const cells = await olga.$$('.block-table td');
    await cells[number]?.click();
  };

  test('arrows, Home, End, Tab and Enter go from cell to cell, and out of a table on every side', async () => {
    const { type, press, chord, toEnd, expectSaved } = await openBody(service(), olga, [
      table(['a', 'b'], ['c', 'd']),
    ]);
    await clickCell(0);
    // From the first cell to the last, and back.
    await press('End', 'ArrowRight');
    await type('1');
    await press('ArrowRight', 'ArrowRight');
    await type('2');
    await press('Home', 'ArrowLeft');
    await type('3');
    // A new line in the cell.
    await chord(['Shift'], 'Enter');
    await type('4');
    await press('ArrowDown', 'End');
    await type('5');
    await press('ArrowUp', 'Home');
    await type('6');
    await chord(['Shift'], 'Tab');
    await type('7');
    await press('Enter');
    await type('8');
    const filled = table(['a7', '1b3<br>64'], ['2c8', 'd5']);
    await expectSaved([filled]);
    // Below, above and beside it.
    await press('Enter');
    await type('below');
    await press('ArrowUp', 'End', 'ArrowDown', 'Home');
    await type('x');
    await clickCell(0);
    await press('ArrowUp');
    await type('above');
    await expectSaved([paragraph('above'), filled, paragraph('xbelow')]);
    await clickCell(3);
    await press('End', 'ArrowRight');
    await type('y');
    await clickCell(0);
    await press('Home', 'ArrowLeft');
    await type('z');
    await expectSaved([paragraph('abovez'), filled, paragraph('yxbelow')]);
    await toEnd();
    await chord(['Control'], 'Home');
    await type('first ');
    await expectSaved([paragraph('first abovez'), filled, paragraph('yxbelow')]);
  });

  test('there is a line to write in before and after every block, and between any two', async () => {
    const blocks = [table(['a', 'b']), table(['c', 'd']), { type: 'quote', text: 'said' }];
    const { type, press, chord, toEnd, expectSaved } = await openBody(service(), olga, blocks);
    await clickCell(1);
    await chord(['Control'], 'Home');
    await type('top');
    await clickCell(1);
    await press('ArrowDown');
    await type('between');
    await toEnd();
    await press('ArrowDown');
    await type('end');
    const [first, second, quote] = blocks;
    const all = [paragraph('top'), first, paragraph('between'), second, quote, paragraph('end')];
    await expectSaved(all);
    // Undoing takes away what was typed, and what was there stays.
    for (let step = 0; step < 12; step++) await chord(['Control'], 'KeyZ');
    await expectSaved(blocks);
  });

  if (isFull)
    for (const [name, block] of Object.entries({
      quote: { type: 'quote', text: 'said', cite: 'who' },
      callout: { type: 'callout', tone: 'tip', title: 'T', text: 'note' },
      code: { type: 'code', text: 'a\nb' },
      picture: { type: 'image', mediaId: 'm-beans', alt: 'Beans' },
      embed: { type: 'embed', url: 'https://example.com/' },
      divider: { type: 'divider' },
      html: { type: 'html', html: '<hr>' },
      list: { type: 'list', items: [{ text: 'one' }] },
    }))
      test(`a text that is only a ${name} can be continued above and below`, async () => {
        const { type, press, chord, toEnd, expectSaved } = await openBody(service(), olga, [block]);
        await toEnd();
        await press('ArrowDown');
        await type('below');
        await chord(['Control'], 'Home');
        await press('ArrowUp');
        await type('above');
        await expectSaved([paragraph('above'), block, paragraph('below')]);
      });

  test('Delete takes nothing out of a table, and before one selects it, so that typing replaces no cells', async () => {
    const blocks = [paragraph('a'), table(['b', 'c'])];
    const { type, press, expectSaved } = await openBody(service(), olga, blocks);
    await press('End', 'Delete');
    await type('x');
    await expectSaved([...blocks, paragraph('x')]);
    // An empty cell stays in its row, and nothing comes out of the next.
    const other = await openBody(service(), olga, [table(['', 'b'], ['c', 'd'])]);
    await clickCell(0);
    await press('Delete', 'Backspace', 'Delete');
    await type('a');
    await other.expectSaved([table(['a', 'b'], ['c', 'd'])]);
  });
});
