import { beforeAll, expect, test } from 'bun:test';
import { z } from 'zod';
import type { Person } from '../browser/personAt.ts';
import { until } from '../withDemo.ts';
import type { Room } from './openRoom.ts';

const space = '/projects/demo/spaces/web';
const press = `/static${space}/news/instances/press/news`;
const titles = z.object({ list: z.array(z.object({ values: z.object({ title: z.string() }) })) });
const labels = z.object({ list: z.array(z.object({ name: z.string() })) });

const keys = z.array(z.looseObject({ name: z.string(), lastUsedAt: z.int().optional() }));

/** Keys, the explorer, categories and tags. */
export function describeService(room: () => Room): void {
  let olga: Person;
  const visit = (path: string) => olga.visit(`${room().url}/console${path}`);
  const textOf = async (label: string) => {
    await olga.see('figure', label);
    const figures = `[...document.querySelectorAll('figure')]`;
    const wanted = `${figures}.find((each) => each.querySelector('p')?.textContent === ${JSON.stringify(label)})`;
    return z.string().parse(await olga.page.evaluate(`${wanted}.querySelector('pre').textContent`));
  };
  const statusOf = async (key: string, secret: string, path = press) => {
    const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
    return (await fetch(room().publicUrl + path, { headers })).status;
  };
  const namesOf = async (collection: 'categories' | 'tags') => {
    const answer = await room().read(`/static${space}/collection/${collection}`);
    return labels.parse(await answer.json()).list.map(({ name }) => name);
  };
  const closeIssued = async () => {
    await olga.tap('button', 'Done');
    await olga.tap('button', 'Close anyway');
    await olga.miss('dialog', /./);
  };

  beforeAll(async () => {
    olga = await room().seat();
  });

  test('a key is made and reads; its secret is changed with a grace time; it is revoked', async () => {
    await visit('/keys');
    await olga.tap('button', 'New key');
    olga.lookInto(['dialog', 'New key']);
    await olga.fill('Name', 'website');
    await olga.tap('checkbox', 'press (news)');
    await olga.tap('button', 'Make the key');
    olga.lookInto(undefined);
    await olga.see('dialog', 'Your new key');
    const [key, secret, curl] = [await textOf('Key'), await textOf('Secret'), await textOf('curl')];
    for (const part of [room().publicUrl, key, secret, press]) expect(curl).toContain(part);
    expect(await textOf('JavaScript or TypeScript')).toContain('@newsstand/client');
    expect(await statusOf(key, secret)).toBe(200);
    expect(await statusOf(key, secret, press.replace('press', 'blog'))).toBe(403);
    await olga.tap('button', 'Done');
    await olga.read('You have not copied the secret yet.');
    await olga.tap('button', 'Close anyway');

    await olga.tap('button', 'Actions for website');
    await olga.tap('menuitem', 'New secret');
    await olga.tap('radio', '1 hour');
    await olga.tap('button', 'Make a new secret');
    await olga.see('dialog', 'The new secret');
    const next = await textOf('Secret');
    expect(next).not.toBe(secret);
    expect([await statusOf(key, secret), await statusOf(key, next)]).toEqual([200, 200]);
    await closeIssued();
    await olga.read('old secret until');
    // Uses are counted where readers ask, and told to others from time to time.
    await until(async () =>
      keys.parse(await room().must('/keys')).some(({ name, lastUsedAt }) => name === 'website' && lastUsedAt),
    );
    await visit('/keys');

    await olga.tap('button', 'Actions for website');
    await olga.tap('menuitem', 'Revoke');
    await olga.read('It was last used on');
    await olga.tap('button', 'Revoke for good');
    await olga.read('website was revoked.');
    for (const each of [secret, next]) await until(async () => (await statusOf(key, each)) === 401);
  });

  test('the explorer asks as a program would, and shows what a moment brings', async () => {
    const values = { title: 'Harvest festival', thumbnail: { mediaId: 'm-beans' }, body: {} };
    const item = { name: 'Harvest', status: 'published', values, openingAt: Date.now() + 3 * 86_400_000 };
    await room().must(`${space}/news/instances/press/news`, { method: 'POST', body: item });
    await visit('/explorer');
    await olga.see('heading', 'Explorer');
    await olga.choose('Instance', 'press');
    await olga.fill(/^Search for words/, 'harvest festival');
    await olga.tap('button', 'Run');
    await olga.read('"Harvest festival"');
    expect(await textOf('URL')).toBe(`${room().publicUrl}${press}?search=harvest%20festival`);
    expect(await textOf('curl')).toContain('x-svc-ac-api-secret');
    await olga.tap('tab', 'TypeScript');
    expect(await textOf('TypeScript')).toContain('@newsstand/client');
    await olga.tap('radio', 'At a moment');
    await olga.read('0 then, 0 now');
    await olga.tabTo('slider', /^Moment/);
    await olga.press('End');
    await olga.read('1 comes, 0 go');
    const url = new URL(await textOf('URL'));
    expect(Number(url.searchParams.get('previewAt'))).toBeGreaterThan(item.openingAt);
    const answer = await room().read(url.pathname + url.search, 'preview');
    expect(titles.parse(await answer.json()).list.map((each) => each.values.title)).toEqual([values.title]);
  });

  test('a category is renamed; a tag is merged into another', async () => {
    await visit(`${space}/categories`);
    const [first = ''] = await namesOf('categories');
    await olga.tap('button', `Change ${first}`);
    await olga.fill('Name', 'Renamed');
    await olga.tap('button', 'Save');
    await olga.read('“Renamed” is saved.');
    expect(await namesOf('categories')).toContain('Renamed');

    await visit(`${space}/tags`);
    await olga.tap('button', 'Merge Planet into another');
    olga.lookInto(['dialog', 'Merge “Planet” into another']);
    await olga.choose('Into', 'Seasonal');
    await olga.read('will have “Seasonal” instead of “Planet”');
    await olga.tap('button', 'Merge');
    olga.lookInto(undefined);
    await olga.read('“Planet” is now “Seasonal”');
    expect(await namesOf('tags')).not.toContain('Planet');
  });
}
