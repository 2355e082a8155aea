import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { makeSource } from '../../docs/media/makeSample.ts';
import type { Person } from '../browser/personAt.ts';
import { inRoom } from './inRoom.ts';

const press = '/projects/demo/spaces/web/news/press';
const shelf = '/projects/demo/spaces/web/news/instances/press/news';
const list = z.object({ list: z.array(z.looseObject({ values: z.looseObject({ title: z.string() }) })) });
const managed = z.object({
  item: z.looseObject({ contentId: z.string(), values: z.looseObject({ title: z.string() }) }),
  etag: z.string(),
  version: z.int(),
});

/** Nine in the morning of tomorrow in Tokyo, where the browser believes to be. */
function tomorrowAtNine(): number {
  const day = new Date(Date.now() + 9 * 3_600_000 + 86_400_000).toISOString().slice(0, 10);
  return Date.parse(`${day}T09:00:00+09:00`);
}

inRoom((room) => {
  let olga: Person;
  const visit = (path: string) => olga.visit(`${room().url}/console${path}`);
  const titlesAt = async (query: string, as: 'reader' | 'preview' = 'reader') => {
    const answer = await room().read(`/static${shelf}?${query}`, as);
    return list.parse(await answer.json()).list.map(({ values }) => values.title);
  };
  const write = async (title: string, more: object = {}) => {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: {} };
    const body = { name: title, status: 'published', values, ...more };
    return managed.parse(await room().must(shelf, { method: 'POST', body })).item.contentId;
  };

  beforeAll(async () => {
    olga = await room().seat();
    await Bun.write(join(room().folder, 'balloon.png'), await makeSource('cut-out'));
  });

  test('who has never seen it schedules a news item with a picture for tomorrow morning, in seven steps', async () => {
    await visit('/');
    const steps = [
      () => olga.tap('link', 'News: press'),
      () => olga.tap('link', 'New news'),
      () => olga.fill('Title', 'A balloon over Kyoto'),
      () => olga.fill('Text', 'Look up tomorrow.'),
      () => olga.giveFiles('Upload…', join(room().folder, 'balloon.png')),
      () => olga.tap('radio', 'Publish at a moment'),
      () => olga.tap('button', 'Schedule'),
    ];
    const last = steps.pop();
    for (const step of steps) await step();
    await olga.see('button', 'Choose another…');
    await olga.read('09:00 JST');
    await olga.read('Goes live on');
    await last?.();
    await olga.see('heading', 'A balloon over Kyoto');
    await olga.read('Scheduled');
    const at = tomorrowAtNine();
    expect(await titlesAt('search=balloon')).toEqual([]);
    expect(await titlesAt(`search=balloon&previewAt=${at}`, 'preview')).toEqual(['A balloon over Kyoto']);
    expect(await titlesAt(`search=balloon&previewAt=${at - 1}`, 'preview')).toEqual([]);
  });

  test('what is published now is there for readers, and is taken off the site only after a question', async () => {
    await visit(`${press}/new`);
    await olga.fill('Title', 'Out at once');
    await olga.tap('button', 'Publish');
    await olga.read('One thing is not right yet');
    await olga.tap('button', 'Choose…');
    await olga.tap('button', 'Take Beans');
    await olga.tap('button', 'Publish');
    await olga.see('heading', 'Out at once');
    await olga.read('Readers see it now.');
    expect(await titlesAt('search=once')).toEqual(['Out at once']);
    await olga.tap('radio', 'Draft');
    await olga.tap('button', 'Save draft');
    await olga.tap('button', 'Take it off the site');
    await olga.read('A draft: readers do not see it.');
    await olga.read('All saved');
    expect(await titlesAt('search=once')).toEqual([]);
  });

  test('many are closed at once, and the list says so', async () => {
    for (const name of ['one', 'two', 'three']) await write(`Shut ${name}`);
    await visit(press);
    await olga.fill('Search', 'Shut');
    await olga.read('3 items');
    await olga.tap('checkbox', 'Select Shut one');
    await olga.tap('checkbox', 'Select Shut three');
    await olga.tap('button', 'Close now');
    await olga.see('dialog', 'Close 2 items now?');
    await olga.read('2 items are live now. Readers will not see them any more.');
    olga.lookInto(['dialog', 'Close 2 items now?']);
    await olga.tap('button', 'Close now');
    olga.lookInto(undefined);
    await olga.read('2 items were changed.');
    await olga.see('button', 'Closed 2');
    expect(await titlesAt('search=Shut')).toEqual(['Shut two']);
  });

  test('two editors at one item: both versions are shown, and nothing is lost', async () => {
    const id = await write('Written by two');
    const ken = await room().seat();
    await visit(`${press}/items/${id}`);
    await ken.visit(`${room().url}/console${press}/items/${id}`);
    await olga.fill('Title', 'What Olga wrote');
    await ken.fill('Title', 'What Ken wrote');
    await ken.tap('button', 'Save');
    await ken.read('All saved');
    await olga.tap('button', 'Save');
    await olga.see('dialog', 'Somebody else has changed it meanwhile');
    for (const title of ['Written by two', 'What Olga wrote', 'What Ken wrote']) await olga.read(title);
    expect(room().faults().join()).toContain('412');
    await olga.tap('button', 'Save what I chose');
    await olga.see('heading', 'What Olga wrote');
    await olga.read('Version 3');
    expect(await titlesAt('search=wrote')).toEqual(['What Olga wrote']);
    await olga.tap('tab', 'History');
    await olga.tap('button', 'Restore version 2');
    await olga.see('dialog', 'Restore version 2?');
    olga.lookInto(['dialog', 'Restore version 2?']);
    await olga.tap('button', 'Restore');
    olga.lookInto(undefined);
    await olga.see('heading', 'What Ken wrote');
    expect(await titlesAt('search=wrote')).toEqual(['What Ken wrote']);
    await ken.page.close();
  });

  test('what was deleted is put back', async () => {
    const id = await write('Gone away');
    await visit(`${press}/items/${id}`);
    await olga.tap('button', 'More');
    await olga.tap('menuitem', 'Delete');
    await olga.read('It is live: readers will not see it any more.');
    olga.lookInto(['dialog', /Gone away/]);
    await olga.tap('button', 'Delete');
    olga.lookInto(undefined);
    await olga.see('heading', 'News: press');
    expect(await titlesAt('search=gone')).toEqual([]);
    await olga.tap('link', 'Deleted');
    await olga.see('heading', 'Deleted');
    await olga.tap('button', 'Put back Gone away');
    await olga.see('dialog', 'Put “Gone away” back?');
    await olga.read('Once it is back:');
    olga.lookInto(['dialog', 'Put “Gone away” back?']);
    await olga.tap('button', 'Put back');
    olga.lookInto(undefined);
    await olga.read('“Gone away” is back.');
    expect(await titlesAt('search=gone')).toEqual(['Gone away']);
  });

  test('a thousand rows: only those near the window are there, and all can be reached', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => ({
      ...{ kind: 'news', projectId: 'demo', spaceId: 'web', instanceId: 'blog', contentId: `row-${at}` },
      ...{ name: `Rowan ${at}`, status: 'published', openingAt: 4_000_000_000_000 },
      values: { title: `Rowan ${at}`, thumbnail: { mediaId: 'm-beans' }, body: {} },
    }));
    await room().fill(rows);
    await olga.pretend({ height: 3000 });
    await visit('/projects/demo/spaces/web/news/blog?size=all&search=Rowan');
    await olga.read('1,000 items');
    await olga.see('link', 'Rowan 0');
    const { most, seen } = z
      .object({ most: z.int(), seen: z.int() })
      .parse(await olga.page.evaluate(scrollToEnd));
    expect(seen).toBe(1000);
    expect(most).toBeLessThan(100);
    await olga.pretend({});
  });
});

/** Goes from the top of the list to its end, a window at a time; tells how many rows there were at most, and in all. */
const scrollToEnd = `(async () => {
  const seen = new Set();
  let most = 0;
  for (let top = 0; ; top += innerHeight) {
    scrollTo({ top, behavior: 'instant' });
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const rows = document.querySelectorAll('[aria-posinset]');
    most = Math.max(most, rows.length);
    for (const row of rows) seen.add(row.getAttribute('aria-posinset'));
    if (top > document.documentElement.scrollHeight) return { most, seen: seen.size };
  }
})()`;
