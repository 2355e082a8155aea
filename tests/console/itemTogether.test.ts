import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, click, fill, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { emulate } from '../browser/openBrowser.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { phoneWidth } from './describePages.ts';
import { inviteOperator } from './inviteOperator.ts';

const space = '/projects/demo/spaces/web';
const press = `${space}/news/press`;
const shelf = `${space}/news/instances/press/news`;
const managed = z.looseObject({
  item: z.looseObject({ contentId: z.string(), name: z.string(), status: z.string() }),
});

describeConsole((service) => {
  let olga: Page;
  beforeAll(async () => {
    olga = await service().openPage();
  });
  const addressOf = (id: string) => `${service().url}/console${press}/items/${id}`;
  const write = async (title: string, more: object = {}) => {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: { blocks: [] } };
    const body = { name: title, status: 'draft', values, ...more };
    return managed.parse(await service().manage(shelf, { method: 'POST', body })).item.contentId;
  };
  const stored = async (id: string) => JSON.stringify(await service().manage(`${shelf}/${id}`));
  const untilStored = (id: string, text: string) =>
    until(
      `“${text}” to be stored`,
      () => stored(id),
      (all) => all.includes(text),
    );

  const keptIn = async (page: Page) =>
    z
      .array(z.string())
      .parse(
        await page.evaluate(
          `Object.entries(localStorage).flatMap(([name, text]) => (name.startsWith('newsstand-work:') ? [text] : []))`,
        ),
      );
  /** The titles of past versions. */
  const titlesOf = async (id: string) =>
    z
      .object({ list: z.array(z.object({ item: z.object({ values: z.object({ title: z.string() }) }) })) })
      .parse(await service().manage(`${shelf}/${id}/versions`))
      .list.map(({ item }) => item.values.title);

  test('work survives a lost connection and a closed tab, and is here again with the difference', async () => {
    const id = await write('Before the tunnel');
    const train = await service().openPage();
    await train.goto(addressOf(id));
    await find(train, byRole('textbox', 'Title'));
    await train.setOfflineMode(true);
    await fill(train, byRole('textbox', 'Title'), 'Written in the tunnel');
    await findText(train, 'Not saved: no connection. Trying again…');
    const colourOf = (selector: string) =>
      train.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);
    expect(await colourOf('.item-unsaved')).not.toBe(await colourOf('.item-back'));
    expect(service().takeErrors().join()).toContain('ERR_INTERNET_DISCONNECTED');
    const later = await train.browserContext().newPage();
    await train.close();
    service().takeErrors();
    await later.goto(addressOf(id));
    // Nobody else has changed it, so it is here again, and saved.
    await findText(later, 'Your unsaved work from');
    await untilStored(id, 'Written in the tunnel');
    await click(later, byRole('button', 'Show difference'));
    const marked = (tag: string) => later.$$eval(tag, (all) => all.map((each) => each.textContent).join());
    expect(await marked('ins')).toContain('Written in');
    await until(
      'nothing to be kept any more',
      () => keptIn(later),
      (kept) => kept.length === 0,
    );
    await click(later, byRole('button', 'Undo recovery'));
    await until(
      'what was recovered to stay in the history',
      () => titlesOf(id),
      (titles) => titles.join() === 'Written in the tunnel,Before the tunnel',
    );
    await later.close();
  });

  test('unsaved work meets newer words in one view, and none of the three are lost', async () => {
    const body = (text: string) => ({ blocks: [{ type: 'paragraph', text }] });
    const id = await write('The lamp is here', { values: { title: 'The lamp is here', body: body('One.') } });
    const train = await service().openPage();
    await train.goto(addressOf(id));
    await find(train, byRole('textbox', 'Title'));
    await train.setOfflineMode(true);
    await fill(train, byRole('textbox', 'Title'), 'The lamp was here');
    await fill(train, byRole('textbox', 'Text'), 'One from the train.');
    await findText(train, 'Not saved: no connection. Trying again…');
    const later = await train.browserContext().newPage();
    await train.close();
    service().takeErrors();
    // Saved by oneself elsewhere, by the page itself, which would make one version of a row of them.
    const { etag } = z.object({ etag: z.string() }).parse(await service().manage(`${shelf}/${id}`));
    const newer = {
      ...{ name: 'The new lamp is here', status: 'draft' },
      values: { title: 'The new lamp is here', body: body('<b>One</b> of the office.') },
    };
    await service().manage(`${shelf}/${id}?autosave=true`, { method: 'PUT', etag, body: newer });
    await later.goto(addressOf(id));
    await findText(later, 'The same places were changed elsewhere');
    // What is typed under the bar does not replace what is offered, not even in a tab that is closed at once.
    await click(later, byRole('combobox', 'Tags'));
    await fill(later, byRole('textbox', 'Text'), 'Typed under the bar.');
    const last = await later.browserContext().newPage();
    await later.close();
    await last.goto(addressOf(id));
    await findText(last, 'The same places were changed elsewhere');
    await untilStored(id, 'Typed under the bar.');
    await click(last, byRole('button', 'Compare and choose…'));
    const dialog = await find(last, byRole('dialog', 'Your unsaved changes, and what is here now'));
    const text = async () => String(await dialog.evaluate((shown) => Reflect.get(shown, 'innerText')));
    expect(await text()).not.toContain('<b>');
    expect(await text()).toContain('saved by you');
    const marked = async (tag: string) => dialog.$$eval(tag, (all) => all.map((each) => each.textContent));
    expect(await marked('ins')).toEqual(expect.arrayContaining(['new ', 'was']));
    expect(await text()).toContain('newer');
    const choose = (name: string) => click(dialog, byRole('radio', name));
    await choose('Title: Both');
    await choose('Text: Both');
    if (isFull) {
      expect(await inspectPage(last, phoneWidth)).toEqual(nothingWrong);
      await emulate(last, { reducedMotion: true });
    }
    await fill(dialog, byRole('textbox', 'Title: result'), 'The new lamp was here, once');
    expect((await keptIn(last)).length).toBeGreaterThan(0);
    await click(dialog, byRole('button', 'Save my choices'));
    await untilStored(id, 'The new lamp was here, once');
    const all = await stored(id);
    expect(all).toContain('Typed under the bar.');
    expect(all).toContain('One from the train.');
    expect(await titlesOf(id)).toContain('The new lamp is here');
    await until(
      'nothing to be kept any more',
      () => keptIn(last),
      (kept) => kept.length === 0,
    );
    await last.close();
  });

  test('a colleague’s newer words are chosen from, not overwritten, and two tabs keep a copy each', async () => {
    const id = await write('Both of us');
    const one = await service().openPage();
    const two = await one.browserContext().newPage();
    for (const page of [one, two]) {
      await page.goto(addressOf(id));
      await find(page, byRole('textbox', 'Title'));
      await page.setOfflineMode(true);
    }
    await one.bringToFront();
    await fill(one, byRole('textbox', 'Title'), 'From the first tab');
    await findText(one, 'Not saved: no connection. Trying again…');
    await two.bringToFront();
    await fill(two, byRole('textbox', 'Title'), 'From the second tab');
    await findText(two, 'Not saved: no connection. Trying again…');
    expect((await keptIn(two)).join()).toMatch(/first tab.*second tab|second tab.*first tab/);
    const later = await one.browserContext().newPage();
    const values = { title: 'By the colleague', body: { blocks: [] } };
    const answer = await fetch(`${service().url}/manage/v1${shelf}/${id}`, {
      method: 'PUT',
      headers: {
        ...{ cookie: await inviteOperator(service(), 'ken'), origin: service().url },
        ...{ 'if-match': '*', 'content-type': 'application/json' },
      },
      body: JSON.stringify({ name: 'By the colleague', status: 'draft', values }),
    });
    expect(answer.status).toBe(200);
    // To close a page later makes its words no newer.
    await one.close();
    await two.close();
    service().takeErrors();
    await later.goto(addressOf(id));
    const offers = await until(
      'both copies to be offered',
      () => later.$$(byRole('button', 'Compare and choose…')),
      ({ length }) => length === 2,
    );
    await offers[0]?.click();
    const dialog = await find(later, byRole('dialog'));
    expect(await dialog.evaluate((shown) => Reflect.get(shown, 'innerText'))).toMatch(
      /saved by ken.*newer.*Mine:/s,
    );
    await click(dialog, byRole('radio', 'Title: Mine'));
    await click(dialog, byRole('button', 'Save my choices'));
    await untilStored(id, 'From the first tab');
    expect(await titlesOf(id)).toContain('By the colleague');
    // The other is still there.
    await find(later, byRole('button', 'Compare and choose…'));
    await click(later, byRole('button', 'Discard'));
    await click(await find(later, byRole('dialog')), byRole('button', 'Discard'));
    await waitUntilGone(later, byRole('button', 'Compare and choose…'));
    await until(
      'nothing to be kept any more',
      () => keptIn(later),
      (kept) => kept.length === 0,
    );
    await later.close();
  });

  test('two people who edit different parts both keep them, and are told', async () => {
    const id = await write('Shared');
    const ken = await service().openPage();
    await service().show(olga, `${press}/items/${id}`);
    await ken.goto(addressOf(id));
    await find(olga, byRole('textbox', 'Title'));
    await fill(ken, byRole('textbox', 'Title'), 'Titled by Ken');
    await untilStored(id, 'Titled by Ken');
    await fill(olga, byRole('textbox', 'Text'), 'Written by Olga');
    await untilStored(id, 'Written by Olga');
    expect(await stored(id)).toContain('Titled by Ken');
    await findText(olga, 'has changed: Title');
    expect(
      service()
        .takeErrors()
        .filter((error) => !error.includes('412')),
    ).toEqual([]);
    await ken.close();
  });

  if (isFull)
    test('an item is duplicated as a draft, and a picture is edited without leaving the page', async () => {
      const id = await write('Original', { alias: 'original', status: 'published' });
      await service().show(olga, `${press}/items/${id}`);
      await click(olga, byRole('button', 'More'));
      await click(olga, byRole('menuitem', 'Duplicate'));
      await find(olga, byRole('heading', 'Original (copy)'));
      const copyId = new URL(olga.url()).pathname.split('/').at(-1) ?? '';
      expect(managed.parse(await service().manage(`${shelf}/${copyId}`)).item).toMatchObject({
        ...{ name: 'Original (copy)', status: 'draft' },
      });
      await fill(olga, byRole('textbox', 'Title'), 'Typed before cropping');
      await click(olga, byRole('button', 'Crop and edit'));
      await find(olga, byRole('dialog', 'Edit the picture'));
      await olga.keyboard.press('Escape');
      await waitUntilGone(olga, byRole('dialog'));
      await untilStored(copyId, 'Typed before cropping');
    });

  if (isFull)
    test('who else has the item open, and edits it, is told by name', async () => {
      const id = await write('Watched');
      const ken = await service().openPage(await inviteOperator(service(), 'kenji'));
      await ken.goto(addressOf(id));
      await fill(ken, byRole('textbox', 'Title'), 'Watched by Olga');
      await untilStored(id, 'Watched by Olga');
      await service().show(olga, `${press}/items/${id}`);
      await findText(olga, 'kenji is editing');
      await ken.close();
    });

  if (isFull)
    test('a tag that is still in the field is part of what is published', async () => {
      const id = await write('Tagged in haste');
      await service().show(olga, `${press}/items/${id}`);
      await click(olga, byRole('combobox', 'Tags'));
      await olga.keyboard.type('Hasty');
      await click(olga, byRole('button', 'Publish'));
      await findText(olga, 'Saved. Readers see it now.');
      const reader = await (await service().read(`/static${shelf}/${id}`)).text();
      expect(reader).toContain('Hasty');
    });
});
