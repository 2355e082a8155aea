import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { byRole, click, fill, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { emulate } from '../browser/openBrowser.ts';
import { describeConsole } from './describeConsole.ts';

const press = '/static/projects/demo/spaces/web/news/instances/press/news';

describeConsole((service) => {
  let olga: Page;
  const visit = (path: string) => olga.goto(`${service().url}/console${path}`);
  const statusOf = async (path: string) => (await service().read(path)).status;
  const shot = async (name: string) => {
    const folder = process.env['SCREENSHOTS'];
    if (folder !== undefined) await olga.screenshot({ path: `${folder}/${name}.png` });
  };

  beforeAll(async () => {
    olga = await service().openPage();
  });

  test('a name is shown in place of the ID, and a new ID is warned of', async () => {
    await visit('/projects');
    await click(olga, byRole('button', 'Settings of News: press'));
    await click(olga, byRole('menuitem', 'Name, ID and removal'));
    await fill(olga, byRole('textbox', 'Name'), 'Press room');
    await olga.keyboard.press('Enter');
    await findText(olga, 'Saved.');
    await find(olga, byRole('link', 'News: Press room'));
    await click(olga, byRole('button', 'Name, ID and removal of web'));
    await fill(olga, byRole('textbox', 'Name'), 'Website');
    await click(olga, byRole('button', 'Save'));
    await find(olga, byRole('heading', 'Space Website'));
    await shot('names');
    await visit('/');
    await findText(olga, 'demo / Website');
    await click(olga, byRole('link', 'News: Press room'));
    await find(olga, byRole('heading', 'News: Press room'));
    expect(await statusOf(press)).toBe(200);
    await visit('/projects');
    await click(olga, byRole('button', 'Settings of News: Press room'));
    await click(olga, byRole('menuitem', 'Name, ID and removal'));
    await fill(olga, byRole('textbox', 'ID'), 'newsroom');
    await findText(olga, 'A new ID changes the URLs of readers');
    await shot('rename');
    await click(olga, byRole('button', 'Save, and change the ID'));
    await findText(olga, 'Saved.');
    expect(await statusOf(press)).not.toBe(200);
    expect(await statusOf(press.replace('/press/', '/newsroom/'))).toBe(200);
    service().takeErrors();
  });

  test('a space is removed by typing its ID, and restored, on a phone and in Japanese', async () => {
    await emulate(olga, { width: 390, height: 844 });
    await olga.evaluate("localStorage.setItem('newsstand-language', 'ja')");
    await visit('/projects');
    await click(olga, byRole('button', 'Websiteの名前、ID、削除'));
    await click(olga, byRole('button', '中身ごと削除…'));
    const confirm = byRole('textbox', '確認のため「web」と入力してください');
    await fill(olga, confirm, 'we');
    await olga.keyboard.press('Enter');
    await findText(olga, 'メディア');
    await shot('remove');
    expect(await statusOf(press.replace('/press/', '/newsroom/'))).toBe(200);
    await olga.keyboard.type('b');
    await olga.keyboard.press('Enter');
    await find(olga, byRole('button', 'Websiteを復元'));
    expect(await statusOf(press.replace('/press/', '/newsroom/'))).toBe(404);
    await shot('removed');
    await click(olga, byRole('button', 'Websiteを復元'));
    await waitUntilGone(olga, byRole('button', 'Websiteを復元'));
    await find(olga, byRole('heading', 'スペース Website'));
    expect(await statusOf(press.replace('/press/', '/newsroom/'))).toBe(200);
    service().takeErrors();
  });
});
