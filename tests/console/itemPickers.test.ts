import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, find, findText } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { speak } from './openConsole.ts';

const space = '/projects/demo/spaces/web';
const names = z.object({ list: z.array(z.object({ item: z.looseObject({ name: z.string() }) })) });
const words = {
  en: {
    category: 'Category',
    tags: 'Tags',
    remove: (name: string) => `Remove ${name}`,
    create: (name: string) => `Create “${name}”`,
  },
  ja: {
    category: 'カテゴリー',
    tags: 'タグ',
    remove: (name: string) => `${name}を外す`,
    create: (name: string) => `「${name}」を作成`,
  },
};

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
    for (const name of ['Sports', 'Sports clubs', 'Spa'])
      await service().manage(`${space}/collection/categories`, { method: 'POST', body: { name } });
    await service().manage(`${space}/collection/tags`, { method: 'POST', body: { name: 'Summer' } });
  });
  const openNew = async (language: 'en' | 'ja' = 'en') => {
    await speak(page, language);
    await page.goto(`${service().url}/console${space}/news/press/new`);
    await find(page, byRole('combobox', words[language].category));
  };
  const textOf = async (field: string) =>
    z
      .string()
      .parse(
        await (await find(page, byRole('combobox', field))).evaluate((input) => Reflect.get(input, 'value')),
      );
  const labels = async (kind: string) =>
    names
      .parse(await service().manage(`${space}/collection/${kind}?size=99`))
      .list.map(({ item }) => item.name)
      .sort();
  const waitForText = (text: string) =>
    page.waitForFunction(
      `document.activeElement.value === ${JSON.stringify(text)} || [...document.querySelectorAll('[role=combobox]')].some((each) => each.value === ${JSON.stringify(text)})`,
    );

  test('names are in natural order, in fields and on the page of tags', async () => {
    for (const name of ['Part 10', 'Part 2', 'part 1'])
      await service().manage(`${space}/collection/tags`, { method: 'POST', body: { name } });
    const expected = ['part 1', 'Part 2', 'Part 10'];
    await openNew();
    await (await find(page, byRole('combobox', 'Tags'))).type('part');
    const options = () =>
      page.$$eval('[role="option"]', (all) =>
        all.map(({ textContent }) => textContent).filter((text) => /^part \d+$/i.test(text ?? '')),
      );
    await until('the options', options, (shown) => shown.join() === expected.join());
    await page.goto(`${service().url}/console${space}/tags?search=part`);
    const rows = () =>
      page.$$eval('tbody tr', (all) =>
        all.map((row) => /part \d+/i.exec(row.textContent ?? '')?.[0]).filter((each) => each !== undefined),
      );
    await until('the rows', rows, (shown) => shown.join() === expected.join());
  });

  for (const language of isFull ? (['en', 'ja'] as const) : (['en'] as const)) {
    const { category, tags, remove, create } = words[language];
    const fresh = language === 'en' ? 'Harbour' : '港';

    test(`what is typed and confirmed with Enter is kept, at any speed (${language})`, async () => {
      await openNew(language);
      await click(page, byRole('combobox', category));
      await page.keyboard.type('sports');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await waitForText('Sports');
      // The same field after a slow look at the list: the first match is preselected.
      await click(page, byRole('combobox', category));
      await page.keyboard.type('Spor');
      await find(page, byRole('option', create('Spor')));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await waitForText('Sports clubs');
      // Two new tags in a row, without waiting.
      await click(page, byRole('combobox', tags));
      await page.keyboard.sendCharacter(fresh);
      await page.keyboard.press('Enter');
      await page.keyboard.sendCharacter(`${fresh} 2`);
      await page.keyboard.press('Enter');
      await page.keyboard.type('summer');
      await page.keyboard.press('Tab');
      for (const name of [fresh, `${fresh} 2`, 'Summer']) await find(page, byRole('button', remove(name)));
      expect(await textOf(tags)).toBe('');
      expect(await labels('tags')).toEqual(expect.arrayContaining([fresh, `${fresh} 2`]));
    });
  }

  test('a new name is not taken for another whose ID contains the same characters', async () => {
    const created = z
      .object({ item: z.object({ tagId: z.string() }) })
      .parse(await service().manage(`${space}/collection/tags`, { method: 'POST', body: { name: 'Pier' } }));
    const name = `Pier ${created.item.tagId.slice(-2)}`;
    await openNew();
    await click(page, byRole('combobox', 'Tags'));
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await find(page, byRole('button', `Remove ${name}`));
  });

  if (isFull)
    test('leaving the field creates what is new, and says what is only similar', async () => {
      await openNew();
      await click(page, byRole('combobox', 'Tags'));
      await page.keyboard.type('Autumn leaves');
      await page.keyboard.press('Tab');
      await find(page, byRole('button', 'Remove Autumn leaves'));
      await click(page, byRole('combobox', 'Category'));
      await page.keyboard.type('Sp');
      await page.keyboard.press('Tab');
      await findText(page, 'There is no category “Sp”.');
      expect(await textOf('Category')).toBe('Sp');
      expect(await labels('categories')).not.toContain('Sp');
      await click(page, byRole('button', 'Create “Sp”'));
      // The message goes at once, the category comes with the answer.
      await until(
        'the new category',
        () => labels('categories'),
        (names) => names.includes('Sp'),
      );
      await page.waitForFunction(`!document.body.innerText.includes('There is no category')`);
      expect(await textOf('Category')).toBe('Sp');
      // Emptying the field removes the category.
      await click(page, byRole('combobox', 'Category'));
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Tab');
      await waitForText('');
    });

  test('the Enter that ends a composition confirms the text, and nothing else', async () => {
    await openNew('ja');
    const session = await page.createCDPSession();
    await click(page, byRole('combobox', 'タグ'));
    const text = '新商品';
    await session.send('Input.imeSetComposition', { text, selectionStart: 3, selectionEnd: 3 });
    const key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 };
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
    await session.send('Input.insertText', { text });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
    await find(page, byRole('option', `「${text}」を作成`));
    expect(await textOf('タグ')).toBe(text);
    expect(await labels('tags')).not.toContain(text);
    await page.keyboard.press('Enter');
    await find(page, byRole('button', `${text}を外す`));
    expect(await labels('tags')).toContain(text);
  });
});
