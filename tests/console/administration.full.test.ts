import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import {
  byRole,
  choose,
  click,
  fill,
  find,
  findText,
  tabTo,
  waitUntilGone,
} from '../browser/interactions.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';

const space = '/projects/demo/spaces/web';
const press = `/static${space}/news/instances/press/news`;
const titles = z.object({ list: z.array(z.object({ values: z.object({ title: z.string() }) })) });
const labels = z.object({ list: z.array(z.object({ name: z.string() })) });

type Attributes = { getAttribute(name: string): string | null };

const keys = z.array(z.looseObject({ name: z.string(), lastUsedAt: z.int().optional() }));

describeConsole((service) => {
  let olga: Page;
  const visit = (path: string) => olga.goto(`${service().url}/console${path}`);
  const textOf = async (label: string) => {
    await find(olga, byRole('figure', label));
    const figures = `[...document.querySelectorAll('figure')]`;
    const wanted = `${figures}.find((each) => each.querySelector('p')?.textContent === ${JSON.stringify(label)})`;
    return z.string().parse(await olga.evaluate(`${wanted}.querySelector('pre').textContent`));
  };
  const statusOf = async (key: string, secret: string, path = press) => {
    const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
    return (await fetch(service().publicUrl + path, { headers })).status;
  };
  const namesOf = async (collection: 'categories' | 'tags') => {
    const answer = await service().read(`/static${space}/collection/${collection}`);
    return labels.parse(await answer.json()).list.map(({ name }) => name);
  };
  const closeIssued = async () => {
    await click(olga, byRole('button', 'Done'));
    await click(olga, byRole('button', 'Close anyway'));
    await waitUntilGone(olga, byRole('dialog'));
  };

  beforeAll(async () => {
    olga = await service().openPage();
  });

  test('a key is created and works, is rotated with a grace period, and is revoked', async () => {
    await visit('/keys');
    await click(olga, byRole('button', 'New key'));
    const dialog = await find(olga, byRole('dialog', 'New key'));
    await fill(dialog, byRole('textbox', 'Name'), 'website');
    await click(dialog, byRole('checkbox', 'press (news)'));
    await click(dialog, byRole('button', 'Create key'));
    await find(olga, byRole('dialog', 'Your new key'));
    const [key, secret, curl] = [await textOf('Key'), await textOf('Secret'), await textOf('curl')];
    for (const part of [service().publicUrl, key, secret, press]) expect(curl).toContain(part);
    expect(await textOf('JavaScript or TypeScript')).toContain('@newsstand/client');
    expect(await statusOf(key, secret)).toBe(200);
    expect(await statusOf(key, secret, press.replace('press', 'blog'))).toBe(403);
    await click(olga, byRole('button', 'Done'));
    await findText(olga, 'You have not copied the secret yet.');
    await click(olga, byRole('button', 'Close anyway'));

    await click(olga, byRole('button', 'Actions for website'));
    await click(olga, byRole('menuitem', 'New secret'));
    // Enter does what the dialog is for.
    await click(olga, byRole('radio', '1 hour'));
    await olga.keyboard.press('Enter');
    await find(olga, byRole('dialog', 'The new secret'));
    const next = await textOf('Secret');
    expect(next).not.toBe(secret);
    expect([await statusOf(key, secret), await statusOf(key, next)]).toEqual([200, 200]);
    await closeIssued();
    await findText(olga, 'old secret until');
    // Workers count the use of keys, and report it from time to time.
    await until('the use of the key to be counted', async () =>
      keys
        .parse(await service().manage('/keys'))
        .some(({ name, lastUsedAt }) => name === 'website' && lastUsedAt),
    );
    await visit('/keys');

    await click(olga, byRole('button', 'Actions for website'));
    await click(olga, byRole('menuitem', 'Revoke'));
    await findText(olga, 'It was last used on');
    await click(olga, byRole('button', 'Revoke permanently'));
    await findText(olga, 'website was revoked.');
    for (const each of [secret, next])
      await until(
        'the revoked key to be refused',
        () => statusOf(key, each),
        (status) => status === 401,
      );
  });

  test('a private address for a webhook is refused at its field, until another is entered', async () => {
    await visit('/webhooks?new');
    const dialog = await find(olga, byRole('dialog', 'New webhook'));
    await fill(dialog, byRole('textbox', 'URL'), 'http://192.168.1.10/hook');
    await choose(dialog, byRole('combobox', 'Scope'), 'all of demo');
    await click(dialog, byRole('button', 'Create webhook'));
    await findText(olga, 'This address is private or of the service itself');
    const field = await find(dialog, byRole('textbox', 'URL'));
    expect(await field.evaluate((input: Attributes) => input.getAttribute('aria-invalid'))).toBe('true');
    expect(await dialog.$(byRole('alert'))).toBeNull();
    expect(service().takeErrors().join()).toContain('400');
    await fill(dialog, byRole('textbox', 'URL'), 'https://example.com/hook');
    await waitUntilGone(olga, '[aria-invalid="true"]');
  });

  test('the explorer sends requests as a program would, and compares another time with now', async () => {
    const values = { title: 'Harvest festival', thumbnail: { mediaId: 'm-beans' }, body: {} };
    const item = { name: 'Harvest', status: 'published', values, openingAt: Date.now() + 3 * 86_400_000 };
    await service().manage(`${space}/news/instances/press/news`, { method: 'POST', body: item });
    await visit('/explorer');
    await find(olga, byRole('heading', 'Explorer'));
    await choose(olga, byRole('combobox', 'Instance'), 'press');
    await fill(olga, byRole('textbox', 'Search for words search'), 'harvest festival');
    await click(olga, byRole('button', 'Run'));
    await findText(olga, '"Harvest festival"');
    expect(await textOf('URL')).toBe(`${service().publicUrl}${press}?search=harvest%20festival`);
    expect(await textOf('curl')).toContain('x-svc-ac-api-secret');
    await click(olga, byRole('tab', 'TypeScript'));
    expect(await textOf('TypeScript')).toContain('@newsstand/client');
    await click(olga, byRole('radio', 'At a specific time'));
    await findText(olga, '0 then, 0 now');
    await tabTo(olga, byRole('slider'));
    await olga.keyboard.press('End');
    await findText(olga, '1 appears, 0 disappear');
    const url = new URL(await textOf('URL'));
    expect(Number(url.searchParams.get('previewAt'))).toBeGreaterThan(item.openingAt);
    const answer = await service().read(url.pathname + url.search, 'preview');
    expect(titles.parse(await answer.json()).list.map((each) => each.values.title)).toEqual([values.title]);
  });

  test('a category is renamed; a tag is merged into another', async () => {
    await visit(`${space}/categories`);
    const [first = ''] = await namesOf('categories');
    await click(olga, byRole('button', `Edit ${first}`));
    await fill(olga, byRole('textbox', 'Name'), 'Renamed');
    await click(olga, byRole('button', 'Save'));
    await findText(olga, '“Renamed” was saved.');
    expect(await namesOf('categories')).toContain('Renamed');

    await visit(`${space}/tags`);
    await click(olga, byRole('button', 'Merge Planet into another'));
    const dialog = await find(olga, byRole('dialog', 'Merge “Planet” into another'));
    await choose(dialog, byRole('combobox', 'Into'), 'Seasonal');
    await findText(olga, 'will have “Seasonal” instead of “Planet”');
    await click(dialog, byRole('button', 'Merge'));
    await findText(olga, '“Planet” is now “Seasonal”');
    expect(await namesOf('tags')).not.toContain('Planet');
  });
});
