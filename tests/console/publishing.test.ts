import { beforeAll, expect, test } from 'bun:test';
import type { KeyInput, Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, fill, find, findText, tabTo, waitUntilGone } from '../browser/interactions.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const press = `${space}/news/press`;
const shelf = `${space}/news/instances/press/news`;
const managed = z.looseObject({
  etag: z.string(),
  item: z.looseObject({
    contentId: z.string(),
    status: z.string(),
    closingAt: z.int().optional(),
    openingAt: z.int().optional(),
    values: z.looseObject({ title: z.string(), body: z.looseObject({ blocks: z.array(z.unknown()) }) }),
  }),
  next: z.looseObject({ takesOverAt: z.int().optional(), item: z.looseObject({}) }).optional(),
});

/** A time of a day some days from now in Tokyo, the time zone of the browser. */
function tokyo(days: number, time: string): number {
  const day = new Date(Date.now() + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  return Date.parse(`${day}T${time}:00+09:00`);
}

const text = (words: string) => ({ type: 'paragraph', text: words });

describeConsole((service) => {
  let page: Page;
  beforeAll(async () => {
    page = await service().openPage();
  });
  const write = async (title: string, more: object = {}, blocks: readonly object[] = []) => {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: { blocks } };
    const body = { name: title, status: 'published', values, ...more };
    return managed.parse(await service().manage(shelf, { method: 'POST', body })).item.contentId;
  };
  const read = async (id: string) => managed.parse(await service().manage(`${shelf}/${id}`));
  const open = async (id: string) => await service().show(page, `${press}/items/${id}`);
  const chord = async (modifier: KeyInput, key: KeyInput) => {
    await page.keyboard.down(modifier);
    await page.keyboard.press(key);
    await page.keyboard.up(modifier);
  };
  const publishKeys = () => chord('Control', 'Enter');
  /** What readers get. */
  const seen = async (id: string) => {
    const response = await service().read(`/static${shelf}/${id}`);
    return response.ok ? JSON.stringify(await response.json()) : response.status;
  };
  const field = async (name: string) => {
    const input = await find(page, byRole('textbox', name));
    return String(await input.evaluate((element) => Reflect.get(element, 'value')));
  };

  test('a typo in a live article: one click, Ctrl+Enter, and Enter in the question, which shows the words', async () => {
    const blocks = [text('The lunch is on Monday.'), { type: 'code', text: 'let a = 1;' }];
    const id = await write('A launch', {}, blocks);
    await open(id);
    // A double click selects the word.
    const word = await find(page, '.block-editor p');
    const box = await word.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 12, { count: 2 });
    await page.keyboard.type('launch');
    const selection = 'String(getSelection())';
    await chord('Shift', 'ArrowLeft');
    const selected = await page.evaluate(selection);
    await publishKeys();
    const dialog = await find(page, byRole('dialog', 'Publish changes'));
    // Nothing was replaced.
    expect([selected, await page.evaluate(`document.querySelector('.block-editor p').textContent`)]).toEqual([
      'h',
      'The launch is on Monday.',
    ]);
    const marked = (tag: string) => dialog.$$eval(tag, (all) => all.map((each) => each.textContent));
    expect(await Promise.all([marked('del'), marked('ins')])).toEqual([['lunch'], ['launch']]);
    // Holding the keys answers nothing.
    await page.keyboard.down('Control');
    await page.keyboard.down('Enter');
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.keyboard.up('Control');
    expect(await seen(id)).toContain('The lunch is');
    await page.keyboard.press('Enter');
    await until(
      'the right word',
      () => seen(id),
      (found) => String(found).includes('The launch is on Monday.'),
    );
    await findText(page, 'The new version is published. Readers see it now.');
    expect((await read(id)).item.values.body.blocks).toMatchObject([
      { text: 'The launch is on Monday.' },
      {},
    ]);
    await waitUntilGone(page, byRole('dialog'));
  });

  test('Ctrl+Enter publishes from every block and field, and changes none of them', async () => {
    const rows = [['one', 'two']];
    const blocks = [
      text('First'),
      { type: 'code', text: 'let a = 1;' },
      { type: 'table', rows },
      { type: 'list', ordered: false, items: [{ text: 'An entry' }] },
      { type: 'image', mediaId: 'm-beans', caption: 'A caption' },
    ];
    const id = await write('Everywhere', {}, blocks);
    const before = (await read(id)).item;
    await open(id);
    await fill(page, byRole('textbox', 'Title'), 'Everywhere else');
    await until(
      'the changes',
      () => read(id),
      ({ next }) => next !== undefined,
    );
    const places = ['.block-editor p', '.block-editor pre', '.block-editor td', '.block-editor li'];
    const fields = ['Title', 'Caption', 'Closes'].map((name) => byRole('textbox', name));
    for (const place of [...places, ...fields, byRole('combobox', 'Tags')]) {
      await click(page, place);
      await publishKeys();
      await find(page, byRole('dialog', 'Publish changes'));
      await page.keyboard.press('Escape');
      await waitUntilGone(page, byRole('dialog', 'Publish changes'));
    }
    await chord('Control', 'KeyS');
    const { next } = await read(id);
    expect(next?.item).toMatchObject({ values: { title: 'Everywhere else', body: before.values.body } });
    expect(await seen(id)).toContain('"title":"Everywhere"');
  });

  test('nothing that readers see is hidden without being asked, until when', async () => {
    const id = await write('Seen by readers');
    await open(id);
    // A start is not offered: it has happened.
    await findText(page, 'Take offline…');
    expect(await page.$(byRole('textbox', 'Goes live'))).toBeNull();
    expect(await page.$(byRole('button', 'Tomorrow 09:00'))).toBeNull();
    // As JSON, with a picture of the question in words.
    await click(page, byRole('tab', 'JSON'));
    const json = JSON.stringify({ ...(await read(id)).item, openingAt: tokyo(1, '09:00') });
    await fill(page, byRole('textbox', 'JSON'), json);
    await click(page, byRole('tab', 'Write'));
    await findText(page, 'Until you publish, readers get: Live since ');
    await click(page, byRole('button', 'Publish changes…'));
    const dialog = await find(page, byRole('dialog', 'Publish changes'));
    await find(dialog, byRole('alert'));
    await findText(page, 'This hides it from them until ');
    // Enter does what is safe.
    await page.keyboard.press('Enter');
    await waitUntilGone(page, byRole('dialog', 'Publish changes'));
    expect(await seen(id)).toContain('Seen by readers');
    await click(page, byRole('button', 'Publish changes…'));
    await click(await find(page, byRole('dialog')), byRole('button', 'Publish changes'));
    await until(
      'it to be hidden',
      () => seen(id),
      (found) => found === 404,
    );
    await findText(page, 'Saved. Goes live on ');
    // What is scheduled can be published at once.
    await click(page, byRole('button', 'More'));
    await click(page, byRole('menuitem', 'Publish now instead'));
    await until(
      'it to be back',
      () => seen(id),
      (found) => found !== 404,
    );
  });

  if (isFull)
    test('an item is taken offline until a time, and its changes do not bring it back earlier', async () => {
      const id = await write('Offline for a night');
      await open(id);
      await fill(page, byRole('textbox', 'Title'), 'Online in the morning');
      await until(
        'the changes',
        () => read(id),
        ({ next }) => next !== undefined,
      );
      await click(page, byRole('button', 'More'));
      await click(page, byRole('menuitem', 'Take offline…'));
      const dialog = await find(page, byRole('dialog', 'Take it offline?'));
      await fill(dialog, byRole('textbox', 'Back online'), 'tomorrow 8:15');
      await findText(page, ' 08:15 JST, tomorrow.');
      await page.keyboard.press('Tab');
      await findText(page, 'Readers who follow a link to it get “404 Not Found” until ');
      await click(dialog, byRole('button', 'Take offline'));
      await until(
        'it to be hidden',
        () => seen(id),
        (found) => found === 404,
      );
      const morning = tokyo(1, '08:15');
      const { next } = await until(
        'both versions',
        () => read(id),
        ({ item }) => item.openingAt === morning,
      );
      expect(next?.item).toMatchObject({ openingAt: morning, values: { title: 'Online in the morning' } });
      await findText(page, 'It is offline until ');
      expect((await service().read(`/static${shelf}/${id}?previewAt=${morning}`, 'preview')).status).toBe(
        200,
      );
    });

  if (isFull)
    test('a banner is scheduled with 5 clicks, and an article published with 3 and a picture', async () => {
      let clicks = 0;
      const tap = async (selector: string) => {
        clicks++;
        await click(page, selector);
      };
      const choosePicture = async () => {
        await tap(byRole('button', 'Choose…'));
        await tap(byRole('button', 'Use Beans'));
        await find(page, byRole('button', 'Choose another…'));
      };
      await service().show(page, `${space}/banner/top`);
      await tap(byRole('link', 'New banner'));
      await find(page, byRole('textbox', 'Title'));
      await page.keyboard.type('Winter sale');
      await choosePicture();
      await tap(byRole('button', 'Tomorrow 09:00'));
      await tap(byRole('button', 'Schedule'));
      await findText(page, 'Saved. Goes live on ');
      expect(clicks).toBe(5);
      clicks = 0;
      await service().show(page, '/');
      await tap(byRole('link', 'News: press'));
      await tap(byRole('link', 'New article'));
      await find(page, byRole('textbox', 'Title'));
      await page.keyboard.type('The first snow');
      await page.keyboard.press('Enter');
      await page.keyboard.type('It fell this morning.');
      await choosePicture();
      await tap(byRole('button', 'Publish'));
      await findText(page, 'Saved. Readers see it now.');
      expect(clicks).toBe(3 + 2);
      await findText(page, 'Live since ');
    });

  test('changes appear at a time that is typed, and the picker keeps the time of day', async () => {
    const id = await write('Opening hours');
    await open(id);
    await fill(page, byRole('textbox', 'Title'), 'New opening hours');
    await page.keyboard.press('Tab');
    await publishKeys();
    const dialog = await find(page, byRole('dialog', 'Publish changes'));
    await click(dialog, byRole('radio', 'At a time'));
    await fill(dialog, byRole('textbox', 'The changes go live'), 'some day');
    await page.keyboard.press('Enter');
    await findText(page, 'This is not understood.');
    const send = await find(dialog, byRole('button', 'Schedule changes'));
    expect(await send.evaluate((button) => Reflect.get(button, 'disabled'))).toBe(true);
    expect(await field('The changes go live')).toBe('some day');
    await fill(dialog, byRole('textbox', 'The changes go live'), 'tomorrow 0815');
    await findText(page, ' 08:15 JST, tomorrow.');
    await page.keyboard.press('Enter');
    // Another day, with the mouse.
    await click(dialog, byRole('button', 'The changes go live: calendar'));
    await click(page, '.mantine-InlineDateTimePicker-calendarHeaderControl[data-direction="next"]');
    const days = await page.$$('.mantine-InlineDateTimePicker-day:not([data-hidden])');
    await days[14]?.click();
    await page.keyboard.press('Escape');
    const chosen = await field('The changes go live');
    expect(chosen).toEndWith(' 08:15');
    expect(chosen).toStartWith('15 ');
    await click(dialog, byRole('button', 'Schedule changes'));
    const { next } = await until(
      'the time',
      () => read(id),
      (found) => found.next?.takesOverAt !== undefined,
    );
    expect(new Date((next?.takesOverAt ?? 0) + 9 * 3_600_000).toISOString()).toContain('-15T08:15:00.000Z');
    await findText(page, 'The changes go live on ');
    expect(await seen(id)).toContain('"title":"Opening hours"');
    // What would hide it then is not saved by itself.
    await fill(page, byRole('textbox', 'Closes'), 'tomorrow 9');
    await page.keyboard.press('Enter');
    await findText(page, 'Saved, except for a time that would hide what readers see: press Reschedule.');
    await click(page, byRole('button', 'Reschedule…'));
    await findText(page, 'this hides it from readers, and it does not come back by itself.');
    await click(await find(page, byRole('dialog')), byRole('button', 'Cancel'));
    // What cannot be read keeps everything from being published.
    await fill(page, byRole('textbox', 'Closes'), 'never');
    await publishKeys();
    await findText(page, '1 problem to fix');
    expect(await field('Closes')).toBe('never');
  });

  if (isFull)
    test('a drag in the calendar opens no dialog, and can be undone for ten seconds, or longer', async () => {
      // Far from what the demo shows on the same days, and within one week.
      const opens = tokyo(12, '10:30');
      const moved = opens + 86_400_000 * (new Date(opens + 9 * 3_600_000).getUTCDay() === 0 ? -1 : 1);
      const dateOf = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(0, 10);
      const id = await write('On the move', { openingAt: opens });
      await service().show(page, '/');
      await find(page, '.calendar-day');
      if ((await page.$(`[data-date="${dateOf(opens)}"]`)) === null)
        await click(page, byRole('button', 'Next month'));
      const moment = () => find(page, `.calendar-moment[title*="On the move"]`);
      await (await moment()).scrollIntoView();
      const from = await (await moment()).boundingBox();
      const to = await (await find(page, `[data-date="${dateOf(moved)}"]`)).boundingBox();
      if (from === null || to === null) throw new Error('there is nothing to drag');
      await page.mouse.move(from.x + 10, from.y + 5);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2, to.y + to.height - 12, { steps: 5 });
      await page.mouse.up();
      await findText(page, '“On the move” was moved to ');
      expect(await page.$(byRole('dialog'))).toBeNull();
      expect((await read(id)).item.openingAt).toBe(moved);
      await tabTo(page, byRole('button', 'Undo'));
      await page.keyboard.press('Enter');
      await until(
        'it to be back',
        () => read(id),
        ({ item }) => item.openingAt === opens,
      );
      await find(page, `[data-date="${dateOf(opens)}"] .calendar-moment[title*="On the move"]`);
    });

  test('what hides something that readers see is asked in the calendar, too', async () => {
    const id = await write('With changes');
    const { item, etag } = await read(id);
    const body = { ...item, openingAt: tokyo(12, '09:00'), takesOverAt: tokyo(13, '09:00') };
    await service().manage(`${shelf}/${id}/next`, { method: 'PUT', etag, body: sendable(body) });
    await service().show(page, '/');
    await find(page, '.calendar-day');
    const date = new Date(tokyo(13, '18:00')).toISOString().slice(0, 10);
    if ((await page.$(`[data-date="${date}"]`)) === null) await click(page, byRole('button', 'Next month'));
    const moment = await find(page, `.calendar-moment[data-type="changes"][title*="With changes"]`);
    await moment.focus();
    await page.keyboard.press('Enter');
    const dialog = await find(page, byRole('dialog'));
    await fill(dialog, byRole('textbox', 'Changes go live at'), 'tomorrow 9');
    await page.keyboard.press('Enter');
    await click(dialog, byRole('button', 'Reschedule'));
    await find(page, byRole('dialog', 'Hide “With changes” from readers?'));
    await findText(page, 'this hides it from readers until ');
    await page.keyboard.press('Enter');
    await waitUntilGone(page, byRole('dialog'));
    expect((await read(id)).next?.takesOverAt).toBe(tokyo(13, '09:00'));
  });
});

function sendable(item: Readonly<Record<string, unknown>>): object {
  const { contentId: _, projectId: __, spaceId: ___, ...body } = item;
  return body;
}
