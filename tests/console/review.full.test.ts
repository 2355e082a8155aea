import { beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, fill, find, findText, tabTo } from '../browser/interactions.ts';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';
import type { ConsolePage } from './consolePages.ts';
import { describeConsole } from './describeConsole.ts';
import { describePages } from './describePages.ts';

const space = '/projects/demo/spaces/web';
const shelf = `${space}/news/instances/blog/news`;
const settings = `${space}/news/instances/blog/settings`;
const item = `${space}/news/blog/items/blog-003`;
const managed = z.looseObject({
  etag: z.string(),
  item: z.looseObject({
    values: z.looseObject({ title: z.string(), body: z.looseObject({ blocks: z.array(z.unknown()) }) }),
  }),
});
const texts = z.array(z.string());

describeConsole((service) => {
  let [olga, wes, ed]: Page[] = [];
  const open = async (page: Page | undefined, path: string) => {
    if (page === undefined) throw new Error('nobody is here');
    await page.goto(`${service().url}/console${path}`);
    return page;
  };
  const invite = async (operatorId: string, role: string) => {
    // Not by olga: whom she has invited counts as herself for a week, where four eyes are demanded.
    const env = { NEWSSTAND_DATA: join(service().folder, 'data'), NEWSSTAND_MANAGEMENT_URL: service().url };
    const invitation = ['operator', 'invite', operatorId, '--name', operatorId, '--role', `${role}:demo`];
    const { url } = z
      .object({ url: z.string() })
      .parse(JSON.parse((await outcomeHere([...invitation, '--json'], env)).stdout));
    const page = await service().openPage('');
    await page.goto(url);
    await fill(page, byRole('textbox', 'Password'), 'another four nobody guesses');
    await click(page, byRole('button', 'Get started'));
    await find(page, byRole('heading', 'Overview'));
    return page;
  };
  const read = async () => managed.parse(await service().manage(`${shelf}/blog-003`));
  const seenByReaders = async () => await (await service().read(`/static${shelf}/blog-003`)).text();
  const marked = async (page: Page, tag: 'ins' | 'del') =>
    texts.parse(await page.$$eval(tag, (found) => found.map((each) => each.textContent)));
  /** Writes a title as wes, and proposes it with the keyboard. */
  const propose = async (title: string, message: string) => {
    const page = await open(wes, item);
    await fill(page, byRole('textbox', 'Title'), title);
    await findText(page, 'Saved');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await find(page, byRole('dialog', 'Propose it to the editors'));
    await page.keyboard.type(message);
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await findText(page, 'Proposed by wes');
    return page;
  };

  beforeAll(async () => {
    olga = await service().openPage();
    [wes, ed] = [await invite('wes', 'writer'), await invite('ed', 'editor')];
  });

  test('a writer proposes, an editor compares, comments and sends back, and then publishes', async () => {
    const before = await read();
    const writer = await propose('Why we weigh the water', 'The numbers are new.');
    expect(await writer.$(byRole('button', 'Publish changes'))).toBeNull();
    await find(writer, byRole('button', 'Proposed'));
    expect(await seenByReaders()).toContain(before.item.values.title);

    const editor = await open(ed, '/');
    await find(editor, byRole('region', 'Waiting for your review'));
    await click(editor, byRole('link', 'Review: 1 waits for you'));
    await find(editor, byRole('list', 'Proposals'));
    await editor.keyboard.press('j');
    await editor.keyboard.press('Enter');
    await find(editor, byRole('button', 'Send back'));
    expect([await marked(editor, 'ins'), await marked(editor, 'del')]).toEqual([['the '], []]);
    await tabTo(editor, byRole('textbox', 'Comment'));
    await editor.keyboard.type('Which numbers?');
    await editor.keyboard.down('Control');
    await editor.keyboard.press('Enter');
    await editor.keyboard.up('Control');
    await findText(editor, 'Which numbers?');
    await until(
      'the comment to be sent',
      () => editor.$eval('textarea', (field) => field.textContent),
      (text) => text === '',
    );
    await click(editor, byRole('button', 'Send back'));
    const dialog = await find(editor, byRole('dialog', 'Send it back to wes?'));
    await fill(dialog, byRole('textbox', 'What should be different?'), 'Name the source.');
    await click(dialog, byRole('button', 'Send back'));
    await findText(editor, 'was sent back');

    await open(writer, '/');
    const returned = await find(writer, byRole('region', 'Sent back to you'));
    await click(returned, byRole('link', 'Why we weigh the water'));
    await findText(writer, 'Name the source.');
    await findText(writer, 'Which numbers?');
    await propose('Why we weigh the water, by the SCA', 'With the source.');

    await open(editor, '/review');
    await click(editor, byRole('link', 'Why we weigh the water, by the SCA'));
    // One conversation over both rounds, and what has changed since the first was sent back.
    await find(editor, byRole('tab', 'Since it was sent back'));
    expect(await marked(editor, 'ins')).toEqual([', by the SCA']);
    const remarks = await editor.$$eval('.review-thread .review-text', (all) =>
      all.map((each) => each.textContent),
    );
    expect(remarks).toEqual([
      'The numbers are new.',
      'Which numbers?',
      'Name the source.',
      'With the source.',
    ]);
    await findText(editor, 'Round 1: Sent back');
    await click(editor, byRole('button', 'Publish'));
    await findText(editor, 'is published.');
    expect(await seenByReaders()).toContain('Why we weigh the water, by the SCA');
    await find(editor, byRole('heading', 'Nothing waits for your review'));
  });

  test('nothing is published but what was shown: whoever was too slow sees the change first', async () => {
    await propose('Seen by Ed', '');
    const editor = await open(ed, item);
    await click(editor, byRole('button', 'Review'));
    await find(editor, byRole('button', 'Publish'));
    const { etag, item: current } = await read();
    const { values } = current;
    const body = { name: 'x', status: 'published', values: { ...values, title: 'Not seen by Ed' } };
    await service().manage(`${shelf}/blog-003/next`, { method: 'PUT', etag, body });
    await click(editor, byRole('button', 'Publish'));
    await findText(editor, 'It has just been changed');
    expect(service().takeErrors().join()).toContain('412');
    expect(await seenByReaders()).not.toContain('Not seen by Ed');
    expect(await seenByReaders()).not.toContain('Seen by Ed');
    await click(editor, byRole('button', 'Show what changed'));
    await findText(editor, 'What changed while you were looking');
    await click(editor, byRole('button', 'Publish'));
    await findText(editor, 'is published.');
    expect(await seenByReaders()).toContain('Not seen by Ed');
  });

  test('a comment on selected words shows them in the text, and says when they are no longer there', async () => {
    await propose('Beans of the week', '');
    const editor = await open(ed, item);
    await click(editor, byRole('link', 'Open proposal'));
    await find(editor, byRole('region', 'Title'));
    await click(editor, byRole('tab', 'Preview'));
    await select(editor, 'of the week');
    await click(editor, byRole('button', 'Comment on these words'));
    await find(editor, byRole('region', 'About these words'));
    await editor.keyboard.type('Which week?');
    // Neither the words nor the text are lost with the page.
    await editor.reload();
    await find(editor, byRole('region', 'About these words'));
    expect(await quotes(editor)).toEqual(['of the week']);
    expect(await editor.$eval('textarea', (field) => field.textContent)).toBe('Which week?');
    await click(editor, byRole('button', 'Do not quote these words'));
    expect(await quotes(editor)).toEqual([]);

    // By the keyboard alone, in the comparison.
    await click(editor, byRole('tab', 'Changes'));
    await find(editor, byRole('region', 'Title'));
    await select(editor, 'Beans');
    await editor.keyboard.down('Control');
    await editor.keyboard.down('Alt');
    await editor.keyboard.press('KeyM');
    await editor.keyboard.up('Alt');
    await editor.keyboard.up('Control');
    await find(editor, byRole('region', 'About these words'));
    await editor.keyboard.down('Control');
    await editor.keyboard.press('Enter');
    await editor.keyboard.up('Control');
    const quote = byRole('button', 'Beans');
    await find(editor, quote);
    await until('the words to be marked', () => highlighted(editor, 'commented'), isBeans);
    await click(editor, byRole('tab', 'Preview'));
    await until('the words to be marked in the preview', () => highlighted(editor, 'commented'), isBeans);
    await click(editor, quote);
    await until('the words to be shown', () => highlighted(editor, 'commented-now'), isBeans);
    await click(editor, byRole('button', 'Send back'));
    const dialog = await find(editor, byRole('dialog', 'Send it back to wes?'));
    await fill(dialog, byRole('textbox', 'What should be different?'), 'Another word.');
    await click(dialog, byRole('button', 'Send back'));
    await findText(editor, 'was sent back');

    const writer = await propose('Coffee of the week', '');
    await click(writer, byRole('link', 'Open proposal'));
    await findText(writer, 'These words are no longer in the text.');
    expect(await quotes(writer)).toEqual(['Beans']);
    expect(await writer.$(quote)).toBeNull();
    await click(writer, byRole('button', 'Withdraw'));
    await click(await find(writer, byRole('dialog')), byRole('button', 'Withdraw'));
    await findText(writer, 'The proposal was withdrawn.');
  });

  test('where four eyes are demanded, even an owner proposes, and another one publishes', async () => {
    const owner = await open(olga, '/projects');
    await click(owner, byRole('button', 'Settings of News: blog'));
    await click(owner, byRole('menuitem', 'Four eyes'));
    const dialog = await find(owner, byRole('dialog', 'Four eyes for News: blog'));
    await click(dialog, byRole('switch', 'Nobody can publish alone'));
    await click(dialog, byRole('button', 'Save'));
    await findText(owner, 'News: blog now demands four eyes.');
    // It stands beside the name of the instance, too.
    await owner.waitForFunction(`[...document.querySelectorAll('.instance-row')].some((row) =>
      row.innerText.includes('News: blog') && row.innerText.includes('Four eyes'))`);
    expect(await service().manage(settings)).toMatchObject({ fourEyes: true });

    await open(owner, item);
    await fill(owner, byRole('textbox', 'Title'), 'By two');
    await click(owner, byRole('button', 'Propose'));
    await click(await find(owner, byRole('dialog')), byRole('button', 'Tomorrow 09:00'));
    await click(await find(owner, byRole('dialog')), byRole('button', 'Propose'));
    await findText(owner, 'Proposed by Olga Owner');
    await click(owner, byRole('link', 'Open proposal'));
    await findText(owner, 'another editor has to publish it');
    expect(await owner.$(byRole('button', 'Publish now'))).toBeNull();
    const { etag } = await read();
    const alone = service().manage(`${shelf}/blog-003/next/publish`, { method: 'POST', etag });
    await expect(alone).rejects.toThrow('four_eyes');

    const editor = await open(ed, '/review');
    await find(editor, byRole('list', 'Proposals'));
    await editor.keyboard.press('j');
    await editor.keyboard.press('Enter');
    await find(editor, byRole('button', 'Publish now'));
    const [, time = ''] = /Publish on ([^"]*)"/.exec(JSON.stringify(await named(editor))) ?? [];
    await click(editor, byRole('button', `Publish on ${time}`));
    await findText(editor, `will be published on ${time}`);
    expect(JSON.stringify(await service().manage(`${shelf}/blog-003`))).toContain('takesOverAt');
    expect(await seenByReaders()).not.toContain('By two');
    await service().manage(settings, { method: 'PUT', body: { fourEyes: false } });
  });

  describe('pages', () => {
    const banner: ConsolePage = {
      path: `${space}/news/press/items/press-001`,
      sign: ['button', 'Withdraw', '取り下げる'],
    };
    const pages: Readonly<Record<string, ConsolePage>> = {
      'an item that is proposed': banner,
      'a proposal': {
        ...{ ...banner, clicks: [['link', 'Open proposal', '申請を開く']] },
        sign: ['heading', 'Comments', 'コメント'],
      },
      queue: { path: '/review?show=mine', sign: ['list', 'Proposals', '申請'] },
      'four eyes': {
        path: '/projects',
        clicks: [
          ['button', 'Settings of News: blog', 'ニュース: blogの設定'],
          ['menuitem', 'Four eyes', '2人での確認'],
        ],
        sign: ['switch', 'Nobody can publish alone', '1人では公開できないようにする'],
      },
    };
    beforeAll(async () => {
      const path = `${space}/news/instances/press/news/press-001`;
      const live = z
        .looseObject({ etag: z.string(), item: z.looseObject({ values: z.looseObject({}) }) })
        .parse(await service().manage(path));
      const { name, status, values, category, tags } = live.item;
      const body = { name, status, values: { ...values, title: 'Next' }, category, tags };
      const { etag } = managed.parse(
        await service().manage(`${path}/next`, { method: 'PUT', etag: live.etag, body }),
      );
      await service().manage(`${path}/proposals`, { method: 'POST', etag, body: { message: '公開待ち' } });
    });
    describePages(service, pages);
  });
});

/** The names of all buttons of a page. */
async function named(page: Page): Promise<readonly string[]> {
  return texts.parse(await page.$$eval('button', (found) => found.map((each) => each.textContent)));
}

/** Selects words of the proposed text, also in the shadow root of a preview. */
async function select(page: Page, words: string): Promise<void> {
  await until(
    `${words} to be selected`,
    () =>
      page.evaluate(`(() => {
        const shadow = document.querySelector('.preview-paper')?.shadowRoot;
        for (const place of (shadow ?? document).querySelectorAll('[data-path="values.title"]')) {
          const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const at = walker.currentNode.data.indexOf(${JSON.stringify(words)});
            if (at < 0 || walker.currentNode.parentElement.closest('del')) continue;
            const end = at + ${words.length};
            getSelection().setBaseAndExtent(walker.currentNode, at, walker.currentNode, end);
            return true;
          }
        }
        return false;
      })()`),
    (isDone) => isDone === true,
  );
}

/** The words that comments are about, as the thread and the form show them. */
async function quotes(page: Page): Promise<readonly string[]> {
  return texts.parse(await page.$$eval('.review-quote', (all) => all.map((each) => each.textContent)));
}

/** The words that are marked in the proposed text. */
async function highlighted(page: Page, name: string): Promise<readonly string[]> {
  return texts.parse(await page.evaluate(`[...CSS.highlights.get('${name}') ?? []].map(String)`));
}

const isBeans = (words: readonly string[]) => words.join() === 'Beans';
