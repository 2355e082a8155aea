import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import { byRole, click, fill, find, findText, upload, waitUntilGone } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { speak } from './openConsole.ts';

const space = '/projects/demo/spaces/web';
const press = `${space}/news/press`;
const shelf = `${space}/news/instances/press/news`;
const managed = z.looseObject({
  item: z.looseObject({
    contentId: z.string(),
    status: z.string(),
    values: z.looseObject({ title: z.string() }),
  }),
  next: z.looseObject({ takesOverAt: z.int().optional() }).optional(),
});
type Managed = z.infer<typeof managed>;
const list = z.object({ list: z.array(z.object({ item: managed.shape.item })) });

/** Nine o'clock tomorrow morning in Tokyo, the time zone of the browser. */
function tomorrowAtNine(): number {
  const day = new Date(Date.now() + 9 * 3_600_000 + 86_400_000).toISOString().slice(0, 10);
  return Date.parse(`${day}T09:00:00+09:00`);
}

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
    await Bun.write(join(service().folder, 'balloon.png'), await makeSource('cut-out'));
  });
  const visit = (path: string) => service().show(page, path);
  const write = async (title: string, more: object = {}) => {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: { blocks: [] } };
    const body = { name: title, status: 'published', values, ...more };
    return managed.parse(await service().manage(shelf, { method: 'POST', body })).item.contentId;
  };
  const read = async (id: string) => managed.parse(await service().manage(`${shelf}/${id}`));
  const untilNext = (id: string, isRight: (next: Managed['next']) => boolean) =>
    until('the next version', async () => (await read(id)).next, isRight);
  const findItem = async (title: string) => {
    const found = list.parse(await service().manage(`${shelf}?search=${encodeURIComponent(title)}`));
    return found.list.map(({ item }) => item);
  };
  const pressKeys = async (...keys: readonly ('Control' | 'Enter' | 'KeyZ' | 'KeyS')[]) => {
    const last = keys.at(-1);
    for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
    if (last !== undefined) await page.keyboard.press(last);
    for (const key of keys.slice(0, -1)) await page.keyboard.up(key);
  };

  if (isFull)
    test('from the overview to a scheduled article with everything, in at most 8 clicks', async () => {
      let clicks = 0;
      const tap = async (selector: string) => {
        clicks++;
        await click(page, selector);
      };
      await visit('/');
      await tap(byRole('link', 'News: press'));
      await tap(byRole('link', 'New article'));
      await find(page, byRole('textbox', 'Title'));
      await page.keyboard.sendCharacter('A balloon over Kyoto');
      await page.keyboard.press('Enter');
      await page.keyboard.sendCharacter('Look up tomorrow.');
      clicks++;
      await upload(page, byRole('button', 'Upload…'), join(service().folder, 'balloon.png'));
      await find(page, byRole('button', 'Choose another…'));
      await tap(byRole('combobox', 'Category'));
      await page.keyboard.type('Company');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      for (const tag of ['Sky', 'Balloons']) {
        await page.keyboard.type(tag);
        await page.keyboard.press('Enter');
        await find(page, byRole('button', `Remove ${tag}`));
      }
      await tap(byRole('button', 'Tomorrow 09:00'));
      await tap(byRole('button', 'After a week'));
      await findText(page, 'Once scheduled: Goes live on');
      await tap(byRole('button', 'Schedule'));
      await findText(page, 'Scheduled');
      expect(clicks).toBeLessThanOrEqual(8);
      const [item] = await findItem('balloon');
      const [openingAt, closingAt] = z
        .tuple([z.int(), z.int()])
        .parse([item?.['openingAt'], item?.['closingAt']]);
      expect([openingAt, closingAt - openingAt]).toEqual([tomorrowAtNine(), 7 * 86_400_000]);
      expect(item).toMatchObject({ status: 'published', category: {}, tags: [{}, {}] });
      const read = `/static${shelf}/${item?.contentId}`;
      const preview = (at: number) => service().read(`${read}?previewAt=${at}`, 'preview');
      const answers = await Promise.all([service().read(read), preview(openingAt - 1), preview(openingAt)]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 200]);
    });

  test('a new item is saved after its title, without a picture, and undo reaches behind that', async () => {
    await visit(`${press}/new`);
    await find(page, byRole('textbox', 'Title'));
    await page.keyboard.type('Saved by itself');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Typed before the first save');
    await page.waitForFunction(`location.pathname.includes('/items/')`);
    await findText(page, 'Saved');
    await click(page, byRole('tab', 'Preview'));
    await click(page, byRole('tab', 'Write'));
    await click(page, byRole('textbox', 'Text'));
    await pressKeys('Control', 'KeyZ');
    await page.waitForFunction(`!document.body.innerText.includes('Typed before the first save')`);
    expect(await findItem('Saved by itself')).toMatchObject([{ status: 'draft' }]);
    // What is missing is told when it is published.
    await pressKeys('Control', 'Enter');
    await findText(page, '1 problem to fix');
    expect(await findItem('Saved by itself')).toMatchObject([{ status: 'draft' }]);
  });

  for (const language of isFull ? (['en', 'ja'] as const) : (['en'] as const)) {
    const words = {
      en: {
        changes: 'Changes not published',
        ask: 'Publish changes…',
        publish: 'Publish changes',
        title: 'Title',
        later: 'At a time',
        set: 'Schedule changes',
        again: 'Reschedule…',
        now: 'Now',
        goes: 'Changes go live tomorrow 09:00',
        more: 'More',
        discard: 'Discard changes',
        tomorrow: 'Tomorrow 09:00',
      },
      ja: {
        changes: '未公開の変更あり',
        ask: '変更を公開…',
        publish: '変更を公開',
        title: 'タイトル',
        later: '日時を指定',
        set: '公開予約',
        again: '予約を変更…',
        now: '今すぐ',
        goes: '変更は明日 9:00に公開',
        more: 'その他',
        discard: '変更を破棄',
        tomorrow: '明日 9:00',
      },
    }[language];

    test(`changes of a live item wait until they are published, scheduled or discarded (${language})`, async () => {
      const id = await write(`Live ${language}`);
      const reader = async () =>
        z
          .looseObject({ values: z.looseObject({ title: z.string() }) })
          .parse(await (await service().read(`/static${shelf}/${id}`)).json()).values.title;
      await speak(page, language);
      await visit(`${press}/items/${id}`);
      await fill(page, byRole('textbox', words.title), `Next ${language}`);
      await findText(page, words.changes);
      await untilNext(id, (next) => next !== undefined);
      expect(await reader()).toBe(`Live ${language}`);
      await click(page, byRole('button', words.ask));
      const dialog = await find(page, byRole('dialog'));
      await click(dialog, byRole('radio', words.later));
      await click(dialog, byRole('button', words.tomorrow));
      await click(dialog, byRole('button', words.set));
      await findText(page, words.goes);
      expect((await read(id)).next?.takesOverAt).toBeGreaterThan(Date.now());
      await click(page, byRole('button', words.again));
      const again = await find(page, byRole('dialog', words.publish));
      await click(again, byRole('radio', words.now));
      await click(again, byRole('button', words.publish));
      await until('readers to see the changes', reader, (title) => title === `Next ${language}`);
      await fill(page, byRole('textbox', words.title), 'Never mind');
      await untilNext(id, (next) => next !== undefined);
      await click(page, byRole('button', words.more));
      await click(page, byRole('menuitem', words.discard));
      await click(await find(page, byRole('dialog')), byRole('button', words.discard));
      await untilNext(id, (next) => next === undefined);
      await waitUntilGone(page, byRole('dialog'));
      expect(await reader()).toBe(`Next ${language}`);
      await speak(page, 'en');
    });
  }

  if (isFull)
    test('changes are compared, their schedule is cancelled, and a deleted item is put back with them', async () => {
      const id = await write('Before');
      await visit(`${press}/items/${id}`);
      await fill(page, byRole('textbox', 'Title'), 'After');
      await click(page, byRole('button', 'Compare'));
      const comparison = await find(page, byRole('dialog', 'What readers see, and your changes'));
      const marked = (tag: string) => comparison.$$eval(tag, (all) => all.map((each) => each.textContent));
      expect(await Promise.all([marked('del'), marked('ins')])).toEqual([
        // The name follows the title.
        ['Before'],
        ['After'],
      ]);
      await page.keyboard.press('Escape');
      await waitUntilGone(page, byRole('dialog', 'What readers see, and your changes'));
      await click(page, byRole('button', 'Publish changes…'));
      const schedule = await find(page, byRole('dialog'));
      await click(schedule, byRole('radio', 'At a time'));
      await click(schedule, byRole('button', 'Tomorrow 09:00'));
      await click(schedule, byRole('button', 'Schedule changes'));
      await untilNext(id, (next) => next?.takesOverAt !== undefined);
      await click(page, byRole('button', 'Reschedule…'));
      await click(page, byRole('button', 'Cancel schedule'));
      await findText(page, 'Changes not published');
      await untilNext(id, (next) => next !== undefined && next.takesOverAt === undefined);
      await service().manage(`${shelf}/${id}`, { method: 'DELETE', etag: '*' });
      await fill(page, byRole('textbox', 'Title'), 'Mine');
      await click(page, byRole('button', 'Not saved: someone else changed the same field. Resolve…'));
      await findText(page, 'has deleted it. Your version is still here.');
      await click(page, byRole('button', 'Restore it with my changes'));
      await waitUntilGone(page, byRole('dialog'));
      await until(
        'the item to be restored',
        () => findItem('Mine'),
        ({ length }) => length === 1,
      );
      expect((await read(id)).item).toMatchObject({ status: 'published', values: { title: 'Mine' } });
      expect(
        service()
          .takeErrors()
          .filter((error) => !/404|412/.test(error)),
      ).toEqual([]);
    });

  if (isFull)
    test('a banner shows its animation, and its link is completed or refused', async () => {
      await visit(`${space}/banner/top/items/banner-1`);
      const frame = await (await page.waitForSelector('.item-picture-large iframe'))?.contentFrame();
      await frame?.waitForSelector('canvas');
      expect(await frame?.evaluate('self.origin')).toBe('null');
      await fill(page, byRole('textbox', 'Link'), 'example.com/story');
      await page.keyboard.press('Tab');
      const link = await find(page, byRole('textbox', 'Link'));
      expect(await link.evaluate((input) => Reflect.get(input, 'value'))).toBe('https://example.com/story');
      await fill(page, byRole('textbox', 'Link'), 'javascript:alert(1)');
      await page.keyboard.press('Tab');
      await pressKeys('Control', 'Enter');
      await findText(page, '1 problem to fix');
      const banner = await service().read(`/static${space}/banner/instances/top/banners/banner-1`);
      expect(await banner.json()).toMatchObject({ values: { url: 'https://kumo.example/autumn' } });
      await click(page, byRole('tab', 'Preview'));
      await page.waitForFunction(
        `document.querySelector('.preview-frame > div')?.shadowRoot?.querySelector('iframe') !== null`,
      );
      service().takeErrors();
    });
});
