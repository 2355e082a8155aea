import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { byRole, click, fill, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { emulate } from '../browser/openBrowser.ts';
import { isFull } from '../testing/runs.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';

const press = '/projects/demo/spaces/web/news/press';
const shelf = '/projects/demo/spaces/web/news/instances/press/news';
const list = z.object({ list: z.array(z.looseObject({ values: z.looseObject({ title: z.string() }) })) });
const managed = z.object({
  item: z.looseObject({ contentId: z.string(), values: z.looseObject({ title: z.string() }) }),
  etag: z.string(),
  version: z.int(),
});

describeConsole((service) => {
  let olga: Page;
  const visit = (path: string) => service().show(olga, path);
  const titlesAt = async (query: string) => {
    const answer = await service().read(`/static${shelf}?${query}`);
    return list.parse(await answer.json()).list.map(({ values }) => values.title);
  };
  const write = async (title: string, more: object = {}) => {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: {} };
    const body = { name: title, status: 'published', values, ...more };
    return managed.parse(await service().manage(shelf, { method: 'POST', body })).item.contentId;
  };

  beforeAll(async () => {
    olga = await service().openPage();
  });

  test('a published item is live immediately, and is unpublished only after a confirmation', async () => {
    await visit(`${press}/new`);
    await fill(olga, byRole('textbox', 'Title'), 'Out at once');
    await click(olga, byRole('button', 'Publish'));
    await findText(olga, '1 problem to fix');
    await click(olga, byRole('button', 'Choose…'));
    await click(olga, byRole('button', 'Use Beans'));
    await click(olga, byRole('button', 'Publish'));
    await find(olga, byRole('heading', 'Out at once'));
    await findText(olga, 'Saved. Readers see it now.');
    expect(await titlesAt('search=once')).toEqual(['Out at once']);
    await click(olga, byRole('button', 'More'));
    await click(olga, byRole('menuitem', 'Take offline…'));
    await click(olga, byRole('radio', 'Until it is published again'));
    await click(olga, byRole('button', 'Take offline'));
    await findText(olga, 'Draft: readers do not see it.');
    // The page still says that it was saved before.
    await until(
      'it to be off the site',
      () => titlesAt('search=once'),
      ({ length }) => length === 0,
    );
  });

  if (isFull)
    test('several items are closed at once, except what somebody else has changed meanwhile', async () => {
      const [one = ''] = [await write('Shut one'), await write('Shut two'), await write('Shut three')];
      await visit(press);
      await fill(olga, byRole('searchbox', 'Search'), 'Shut');
      await findText(olga, '3 items');
      const top = `document.querySelector('.item-rows').getBoundingClientRect().top`;
      await find(olga, byRole('checkbox', 'Select Shut one'));
      const before = await olga.evaluate(top);
      await click(olga, byRole('checkbox', 'Select Shut one'));
      await find(olga, byRole('toolbar', '1 selected'));
      expect(await olga.evaluate(top)).toBe(before);
      await click(olga, byRole('checkbox', 'Select Shut three'));
      await click(olga, byRole('button', 'Close now'));
      const dialog = await find(olga, byRole('dialog', 'Close 2 items now?'));
      await findText(olga, '2 items are live now. Readers will no longer see them.');
      const { etag } = managed.parse(await service().manage(`${shelf}/${one}`));
      await service().manage(`${shelf}/${one}`, {
        ...{ method: 'PATCH', etag, body: { name: 'Shut one, by Ken' } },
      });
      await click(dialog, byRole('button', 'Close now'));
      await findText(olga, 'Someone else has changed 1 item');
      expect((await titlesAt('search=Shut')).length).toBe(3);
      expect(service().takeErrors().join()).toContain('412');
      await click(dialog, byRole('button', 'Apply to the other item only'));
      await findText(olga, '1 item was changed.');
      await findText(olga, 'Left unchanged: Shut one');
      await findText(olga, 'Shut one, by Ken');
      // It stays selected, as it is now.
      await click(olga, byRole('button', 'Close now'));
      await click(await find(olga, byRole('dialog', 'Close 1 item now?')), byRole('button', 'Close now'));
      await find(olga, byRole('button', 'Closed 2'));
      expect(await titlesAt('search=Shut')).toEqual(['Shut two']);
    });

  test('two editors of one item: both versions are shown, and nothing is lost', async () => {
    const id = await write('Written by two');
    const ken = await service().openPage();
    await visit(`${press}/items/${id}`);
    await ken.goto(`${service().url}/console${press}/items/${id}`);
    await find(olga, byRole('textbox', 'Title'));
    await fill(ken, byRole('textbox', 'Title'), 'What Ken wrote');
    await findText(ken, 'Changes not published');
    await until(
      'the title by Ken',
      async () => JSON.stringify(await service().manage(`${shelf}/${id}`)),
      (text) => text.includes('What Ken wrote'),
    );
    await fill(olga, byRole('textbox', 'Title'), 'What Olga wrote');
    await click(olga, byRole('button', 'Not saved: someone else changed the same field. Resolve…'));
    const choices = await find(olga, byRole('dialog', 'Someone else has changed this item'));
    expect(await choices.$$eval('del, ins', (all) => all.map((each) => each.textContent))).toEqual(
      expect.arrayContaining(['Ken', 'Olga']),
    );
    expect(service().takeErrors().join()).toContain('412');
    await click(choices, byRole('radio', 'Title: Mine'));
    await click(choices, byRole('button', 'Save my choices'));
    await waitUntilGone(olga, byRole('dialog'));
    expect(await titlesAt('search=wrote')).toEqual([]);
    await click(olga, byRole('button', 'Publish changes…'));
    await click(await find(olga, byRole('dialog', 'Publish changes')), byRole('button', 'Publish changes'));
    await find(olga, byRole('heading', 'What Olga wrote'));
    expect(await titlesAt('search=wrote')).toEqual(['What Olga wrote']);
    await click(olga, byRole('tab', 'History'));
    await click(olga, byRole('button', 'Restore version 1'));
    const dialog = await find(olga, byRole('dialog', 'Restore version 1?'));
    // What is live says which it becomes.
    await click(dialog, byRole('button', 'Restore as changes'));
    await findText(olga, 'Changes not published');
    await until(
      'the version to be restored',
      async () => JSON.stringify(await service().manage(`${shelf}/${id}`)),
      (text) =>
        z.object({ next: z.object({ item: z.object({ name: z.string() }) }) }).safeParse(JSON.parse(text))
          .data?.next.item.name === 'Written by two',
    );
    expect(await titlesAt('search=wrote')).toEqual(['What Olga wrote']);
    await click(olga, byRole('button', 'Restore version 1'));
    const again = await find(olga, byRole('dialog', 'Restore version 1?'));
    await findText(olga, 'Restore and publish: readers see it at once.');
    await click(again, byRole('button', 'Restore and publish'));
    await find(olga, byRole('heading', 'Written by two'));
    expect(await titlesAt('search=Written')).toEqual(['Written by two']);
    await ken.close();
  });

  if (isFull)
    test('a deleted item is restored', async () => {
      const id = await write('Gone away');
      await visit(`${press}/items/${id}`);
      await click(olga, byRole('button', 'More'));
      await click(olga, byRole('menuitem', 'Delete'));
      await findText(olga, 'It is live: readers will no longer see it.');
      await click(await find(olga, byRole('dialog')), byRole('button', 'Delete'));
      await find(olga, byRole('heading', 'News: press'));
      expect(await titlesAt('search=gone')).toEqual([]);
      await click(olga, byRole('link', 'Deleted'));
      await find(olga, byRole('heading', 'Deleted'));
      await click(olga, byRole('button', 'Restore Gone away'));
      const dialog = await find(olga, byRole('dialog', 'Restore “Gone away”?'));
      await findText(olga, 'After restoring:');
      await click(dialog, byRole('button', 'Restore'));
      await findText(olga, '“Gone away” was restored.');
      expect(await titlesAt('search=gone')).toEqual(['Gone away']);
    });

  if (isFull)
    test('only the rows near the viewport are rendered, and all can be reached', async () => {
      const length = isFull ? 1000 : 300;
      const last = length - 1;
      const rows = Array.from({ length }, (_, at) => ({
        ...{ kind: 'news', projectId: 'demo', spaceId: 'web', instanceId: 'blog', contentId: `row-${at}` },
        ...{ name: `Rowan ${at}`, status: 'published', openingAt: 4_000_000_000_000 },
        values: { title: `Rowan ${at}`, thumbnail: { mediaId: 'm-beans' }, body: {} },
      }));
      await service().importRecords(rows);
      const blog = '/static/projects/demo/spaces/web/news/instances/blog/news';
      await until('the last row', async () => (await service().read(`${blog}/row-${last}`, 'preview')).ok);
      await emulate(olga, { height: 3000 });
      await visit('/projects/demo/spaces/web/news/blog?size=all&search=Rowan');
      await findText(olga, `${length.toLocaleString('en')} items`);
      await find(olga, byRole('link', 'Rowan 0'));
      const { most, seen } = z
        .object({ most: z.int(), seen: z.int() })
        .parse(await olga.evaluate(scrollToEnd));
      expect(seen).toBe(length);
      expect(most).toBeLessThan(100);
      await emulate(olga, {});
    });
});

/** Scrolls through the list one viewport at a time; counts the rows at one time and in total. */
const scrollToEnd = `(async () => {
  const seen = new Set();
  let most = 0;
  for (let top = 0; ; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const rows = document.querySelectorAll('[aria-rowindex]');
    most = Math.max(most, rows.length);
    for (const row of rows) seen.add(row.getAttribute('aria-rowindex'));
    if (top > document.documentElement.scrollHeight) return { most, seen: seen.size };
  }
})()`;
