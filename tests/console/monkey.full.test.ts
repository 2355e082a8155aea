import { expect, test } from 'bun:test';
import { block as blockSchema } from '@newsstand/contract';
import { decodeReference } from '@newsstand/html';
import type { KeyInput, Page } from 'puppeteer-core';
import { z } from 'zod';
import { find } from '../browser/interactions.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { createText, type MonkeyText } from './monkeyText.ts';
import { type BodyPage, openBody } from './openBody.ts';

/** How long the monkey types. */
const seconds = Number(process.env['TESTS_MONKEY_SECONDS'] ?? 60);
// The same in every run, so that a failure comes from a change. TESTS_SEED chooses another.
const seed = Number(process.env['TESTS_SEED'] ?? 42);
const timeout = (seconds + 120) * 1000;

/** Random numbers by a seed (mulberry32). */
function createRandom(from: number) {
  let state = from;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    below,
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0],
  };
}

const words = ['tea', 'rain', 'été', '京都', 'かんじ', 'naïve', 'x', '🎈', 'A&B', 'a<b'] as const;
/** So that no line is broken. */
const longest = { paragraph: 50, cell: 9 } as const;

/** An action: what the monkey does, and what becomes of its text. */
type Action = readonly [name: string, act: () => Promise<void>, change: () => void];

describeConsole((service) => {
  test(
    `a monkey's text is saved as it was typed (${seconds} s, TESTS_SEED=${seed})`,
    async () => {
      const random = createRandom(seed);
      const page = await service().openPage();
      const end = performance.now() + seconds * 500;
      for (let round = 1; performance.now() < end; round++) {
        const began = random.pick<readonly (string | readonly (readonly string[])[])[]>([
          ['one', 'two'],
          [
            [
              ['a', 'b'],
              ['c', 'd'],
            ],
          ],
          [
            'above',
            [
              ['a', 'b', 'c'],
              ['d', 'e', 'f'],
            ],
            'below',
          ],
        ]);
        const body = await openBody(
          service(),
          page,
          began.map((block) =>
            typeof block === 'string' ? { type: 'paragraph', text: block } : { type: 'table', rows: block },
          ),
        );
        const text = createText(began);
        const log: string[] = [];
        const complain = (error: unknown): never => {
          throw new Error(`${error}; TESTS_SEED=${seed}, round ${round}, after ${log.join(', ')}`);
        };
        for (let batch = 0; batch < 4; batch++) {
          for (let step = 0; step < 25; step++) {
            const [name, act, change] = nextAction(random, body, text);
            log.push(name);
            await act();
            change();
            const shown = await page.evaluate(shownText);
            if (!Bun.deepEquals(shown, text.shown()))
              complain(`expected ${JSON.stringify(text.shown())}, seen ${JSON.stringify(shown)}`);
          }
          await body.blocks((blocks) => Bun.deepEquals(blocks.map(plainOf), text.saved())).catch(complain);
        }
      }
      await page.close();
    },
    timeout,
  );

  test(
    `no word of a monkey is lost among blocks, in two tabs, offline and on reload (${seconds} s, TESTS_SEED=${seed})`,
    async () => {
      const random = createRandom(seed);
      const first = await service().openPage();
      const second = await first.browserContext().newPage();
      second.on('dialog', (dialog) => void dialog.accept());
      const end = performance.now() + seconds * 500;
      for (let round = 1; performance.now() < end; round++) {
        await first.bringToFront();
        await openBody(service(), first, [{ type: 'paragraph', text: 'begin' }]);
        await second.bringToFront();
        await second.goto(first.url());
        await find(second, editor);
        await first.bringToFront();
        const path = `${shelf}/${new URL(first.url()).pathname.split('/').at(-1)}`;
        const log: string[] = [];
        let active = first;
        for (let batch = 0; batch < 4; batch++) {
          for (let step = 0; step < 15; step++) {
            const [name, act] = random.pick(richActions(random, active));
            log.push(name);
            await act();
          }
          const written = log.join().match(/w\d+/g) ?? [];
          const isSaved = (found: Found) =>
            Bun.deepEquals(found.stored, found.shown) &&
            Bun.deepEquals(found.stored.toSorted(), written.toSorted());
          await until(
            `every word to be shown and stored; TESTS_SEED=${seed}, round ${round}, after ${log.join(', ')}`,
            () => save(active, path),
            isSaved,
          );
          // The other tab has them, too, once somebody looks at it, and goes on there.
          active = active === first ? second : first;
          await active.bringToFront();
          await until(
            `the other tab to show every word; TESTS_SEED=${seed}, round ${round}, after ${log.join(', ')}`,
            async () => {
              await active.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
              return (await wordsShown(active)).toSorted();
            },
            (shown) => Bun.deepEquals(shown, written.toSorted()),
          );
          await active.focus(editor);
        }
      }
      await second.close();
      await first.close();
      // Being offline is told in the console of the browser.
      service().takeErrors();
    },
    timeout,
  );

  type Found = { readonly stored: readonly string[]; readonly shown: readonly string[] };

  async function save(page: Page, path: string): Promise<Found> {
    await hold(page, ['Control'], 'KeyS');
    const { item } = managed.parse(await service().manage(path));
    const blocks = item.values.body.blocks ?? [];
    for (const block of blocks) expect(blockSchema.safeParse(block).error).toBeUndefined();
    return { stored: JSON.stringify(blocks).match(/w\d+/g) ?? [], shown: await wordsShown(page) };
  }
});

const shelf = '/projects/demo/spaces/web/news/instances/press/news';
const managed = z.object({
  item: z.object({ values: z.object({ body: z.object({ blocks: z.array(z.unknown()).optional() }) }) }),
});
const editor = '.block-editor .ProseMirror';

async function wordsShown(page: Page): Promise<readonly string[]> {
  const text = z
    .string()
    .parse(await page.evaluate(`document.querySelector('${editor}')?.textContent ?? ''`));
  return text.match(/w\d+/g) ?? [];
}

async function hold(page: Page, modifiers: readonly KeyInput[], key: KeyInput): Promise<void> {
  for (const modifier of modifiers) await page.keyboard.down(modifier);
  await page.keyboard.press(key);
  for (const modifier of modifiers.toReversed()) await page.keyboard.up(modifier);
}

let lastWord = 0;

/** Actions that take no word away; words are not split, because the caret stays at the edges of words. */
function richActions(
  random: ReturnType<typeof createRandom>,
  page: Page,
): readonly [RichAction, ...RichAction[]] {
  const { keyboard } = page;
  const press = async (...keys: readonly KeyInput[]) => {
    for (const key of keys) await keyboard.press(key);
  };
  const word = `w${++lastWord}`;
  const write: RichAction = [word, () => keyboard.type(`${word} `)];
  const keys: readonly [KeyInput, ...KeyInput[]] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
  const key = random.pick(keys);
  const block = random.pick([
    'callout',
    'quote',
    'code',
    'table',
    'bulleted',
    'numbered',
    'divider',
    'heading',
  ]);
  const selectLine = async () => {
    await press('End');
    await hold(page, ['Shift'], 'Home');
  };
  return [
    write,
    ...[write, write, write],
    ['Enter', () => press('Enter')],
    [`${key}, End`, () => press(key, 'End')],
    [`${key}, Home`, () => press(key, 'Home')],
    ['Ctrl+Home', () => hold(page, ['Control'], 'Home')],
    ['Ctrl+End', () => hold(page, ['Control'], 'End')],
    ['Ctrl+S', () => hold(page, ['Control'], 'KeyS')],
    ['Alt+↑', () => hold(page, ['Alt'], 'ArrowUp')],
    ['Alt+↓', () => hold(page, ['Alt'], 'ArrowDown')],
    [
      `${block} with ${word}`,
      async () => {
        await hold(page, ['Control'], 'End');
        await press('Enter');
        await keyboard.type(`/${block}`);
        await press('Enter');
        await keyboard.type(`${word} `);
      },
    ],
    [
      `footnote with ${word}`,
      async () => {
        await press('End');
        await keyboard.type(' /footnote');
        await press('Enter');
        await keyboard.type(`${word} `);
        await press('Enter');
      },
    ],
    [
      'bold',
      async () => {
        await selectLine();
        await hold(page, ['Control'], 'KeyB');
        await press('ArrowRight', 'End');
      },
    ],
    [
      'link',
      async () => {
        await selectLine();
        await hold(page, ['Control'], 'KeyK');
        await page.waitForFunction(`document.activeElement?.getAttribute('role') === 'combobox'`);
        await keyboard.type('example.com');
        await press('Enter');
        await page.waitForFunction(`document.activeElement === document.querySelector('${editor}')`);
        await press('ArrowRight', 'End');
      },
    ],
    ['furigana', () => keyboard.sendCharacter('漢字《かんじ》')],
    [
      `paste ${word}`,
      async () => {
        await page.evaluate(`(() => {
          const transfer = new DataTransfer();
          const html = '<h2>${word}</h2><ul><li>one</li></ul><table><tr><td>a</td><td>b</td></tr></table><p>end</p>';
          transfer.setData('text/html', html);
          const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true });
          document.querySelector('${editor}').dispatchEvent(event);
        })()`);
      },
    ],
    [
      'undo and redo',
      async () => {
        const times = 1 + random.below(4);
        for (let time = 0; time < times; time++) await hold(page, ['Control'], 'KeyZ');
        for (let time = 0; time < times; time++) await hold(page, ['Control', 'Shift'], 'KeyZ');
        await hold(page, ['Control'], 'End');
      },
    ],
    ['drag', () => dragBlock(page, random)],
    [
      `offline ${word}`,
      async () => {
        await page.setOfflineMode(true);
        await keyboard.type(`${word} `);
        await hold(page, ['Control'], 'KeyS');
        await page.setOfflineMode(false);
      },
    ],
    [
      'reload',
      async () => {
        await page.reload();
        await find(page, editor);
        await page.focus(editor);
        await hold(page, ['Control'], 'End');
      },
    ],
  ];
}

type RichAction = readonly [name: string, act: () => Promise<void>];

/** Drags a block to another place by its handle. */
async function dragBlock(page: Page, random: ReturnType<typeof createRandom>): Promise<void> {
  const blocks = await page.$$(`${editor} > *`);
  const [from, to] = [blocks[random.below(blocks.length)], blocks[random.below(blocks.length)]];
  await from?.scrollIntoView();
  const box = await from?.boundingBox();
  if (!box) return;
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(8, box.height / 2));
  const grip = await (await page.$('.block-grip'))?.boundingBox();
  const target = await to?.boundingBox();
  if (!grip || !target) return;
  await page.mouse.move(grip.x + 8, grip.y + 8);
  await page.mouse.down();
  await page.mouse.move(grip.x + 8, target.y + 2, { steps: 3 });
  await page.mouse.up();
  await page.focus(editor);
  await hold(page, ['Control'], 'End');
}

/** The text that the page shows, as the monkey would say it. */
const shownText = `[...document.querySelector('.ProseMirror').children].map((block) => {
  const rows = [...block.querySelectorAll('tr')];
  if (rows.length === 0) return block.textContent;
  return rows.map((row) => [...row.children].map((cell) => cell.textContent));
})`;

function nextAction(random: ReturnType<typeof createRandom>, body: BodyPage, text: MonkeyText): Action {
  const { press, chord, page } = body;
  const isInTable = text.isInTable();
  const isFull = text.length() >= (isInTable ? longest.cell : longest.paragraph);
  const word = random.pick(words);
  const isJoinedTo = (step: -1 | 1) => isInTable || text.isOpen(step);
  const write: Action = [`write ${word}`, () => insert(page, word), () => text.write(word)];
  const actions: Action[] = [
    ...(isFull ? [] : [write, write, write, write]),
    ['←', () => press('ArrowLeft'), text.left],
    ['→', () => press('ArrowRight'), text.right],
    ['Home', () => press('Home'), text.home],
    ['End', () => press('End'), text.end],
    ['Ctrl+Home', () => chord(['Control'], 'Home'), text.toStart],
    ['Ctrl+End', () => chord(['Control'], 'End'), text.toEnd],
    ['Ctrl+S', () => chord(['Control'], 'KeyS'), () => {}],
    [
      'Enter, End',
      () => press('Enter', 'End'),
      () => {
        text.enter();
        text.end();
      },
    ],
    [
      'undo and redo',
      async () => {
        const times = 1 + random.below(4);
        for (let time = 0; time < times; time++) await chord(['Control'], 'KeyZ');
        for (let time = 0; time < times; time++) await chord(['Control', 'Shift'], 'KeyZ');
        await chord(['Control'], 'End');
      },
      text.toEnd,
    ],
  ];
  if (isJoinedTo(-1) || !text.isAtStart())
    actions.push(['Backspace', () => press('Backspace'), text.backspace]);
  if (isJoinedTo(1) || !text.isAtEnd()) actions.push(['Delete', () => press('Delete'), text.delete]);
  if (isInTable || text.isOpen(-1))
    actions.push(['↑, End', () => press('ArrowUp', 'End'), () => text.vertical(-1)]);
  if (isInTable || text.isOpen(1))
    actions.push(['↓, End', () => press('ArrowDown', 'End'), () => text.vertical(1)]);
  if (isInTable)
    actions.push(
      ['Tab', () => press('Tab'), () => text.tab(1)],
      ['Shift+Tab', () => chord(['Shift'], 'Tab'), () => text.tab(-1)],
    );
  if (!text.isAtStart())
    actions.push([
      'Shift+Home, Delete',
      async () => {
        await chord(['Shift'], 'Home');
        await press('Delete');
      },
      text.deleteToStart,
    ]);
  if (!isFull)
    actions.push(
      [
        `bold ${word}`,
        async () => {
          await chord(['Control'], 'KeyB');
          await insert(page, word);
          await chord(['Control'], 'KeyB');
        },
        () => text.write(word),
      ],
      [`paste ${word}`, () => body.paste({ 'text/plain': word }), () => text.write(word)],
    );
  if (!isFull && !isInTable)
    actions.push([
      `paste ${word} in two lines`,
      () => body.paste({ 'text/html': `<p>${escaped(word)}</p><p><b>second</b></p>` }),
      () => {
        text.write(word);
        text.enter();
        text.write('second');
      },
    ]);
  const [paragraph, cell] = [random.below(text.paragraphs()), random.below(text.cells())];
  if (text.paragraphs() > 0)
    actions.push([
      `click paragraph ${paragraph}`,
      () => clickEnd(page, '.ProseMirror > p', paragraph),
      () => text.toParagraph(paragraph),
    ]);
  if (text.cells() > 0)
    actions.push([
      `click cell ${cell}`,
      () => clickEnd(page, '.ProseMirror td', cell),
      () => text.toCell(cell),
    ]);
  for (const [step, key] of [
    [-1, 'ArrowUp'],
    [1, 'ArrowDown'],
  ] as const)
    actions.push([`Alt+${key}`, () => chord(['Alt'], key), () => text.move(step)]);
  const [first, ...others] = actions;
  return first === undefined ? write : random.pick([first, ...others]);
}

/** Types as a keyboard does what it has keys for, and as an input method does all else. */
async function insert(page: Page, word: string): Promise<void> {
  if (/^[\x20-\x7e]+$/.test(word)) await page.keyboard.type(word);
  else await page.keyboard.sendCharacter(word);
}

async function clickEnd(page: Page, selector: string, number: number): Promise<void> {
  const found = await page.$$(selector);
  await found[number]?.click();
  await page.keyboard.press('End');
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const paragraph = z.looseObject({ type: z.literal('paragraph'), text: z.string() });
const table = z.looseObject({ type: z.literal('table'), rows: z.array(z.array(z.string())) });

/** What a stored block says, as the monkey would. */
function plainOf(value: unknown): unknown {
  expect(blockSchema.safeParse(value).error).toBeUndefined();
  const plain = (html: string) =>
    html
      .replace(/<\/?strong>/g, '')
      .replace(/&#?\w+;/g, (reference) => decodeReference(reference) ?? reference);
  const found = table.safeParse(value).data;
  return found === undefined ? plain(paragraph.parse(value).text) : found.rows.map((row) => row.map(plain));
}
