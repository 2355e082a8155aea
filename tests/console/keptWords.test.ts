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
import { invitedPassword, inviteOperator } from './inviteOperator.ts';

const press = '/projects/demo/spaces/web/news/press';
const shelf = '/projects/demo/spaces/web/news/instances/press/news';
const managed = z.looseObject({ item: z.looseObject({ contentId: z.string() }) });

describeConsole((service) => {
  let cookie = '';
  beforeAll(async () => {
    cookie = await inviteOperator(service(), 'mia');
  });
  const write = async (title: string) => {
    const values = { title, thumbnail: { mediaId: 'm-beans' }, body: { blocks: [] } };
    const body = { name: title, status: 'draft', values };
    return managed.parse(await service().manage(shelf, { method: 'POST', body })).item.contentId;
  };
  const untilStored = (id: string, text: string) =>
    until(
      `“${text}” to be stored`,
      async () => JSON.stringify(await service().manage(`${shelf}/${id}`)),
      (all) => all.includes(text),
    );
  const open = async (id: string) => {
    const page = await service().openPage(cookie);
    await page.goto(`${service().url}/console${press}/items/${id}`);
    await find(page, byRole('textbox', 'Title'));
    return page;
  };
  const signIn = async (page: Page, name: string, password: string) => {
    const dialog = await find(page, byRole('dialog', 'Sign in again'));
    await fill(dialog, byRole('textbox', 'Sign-in name'), name);
    await fill(dialog, byRole('textbox', 'Password'), password);
    await page.keyboard.press('Enter');
  };
  const endSession = async (page: Page) => page.deleteCookie(...(await page.cookies()));

  test('an invalid field is named and reached by a click, and everything else is saved', async () => {
    const id = await write('One bad field');
    const page = await open(id);
    await click(page, byRole('button', 'Search and social networks'));
    await fill(page, byRole('textbox', 'Canonical URL'), 'example.com/original');
    await fill(page, byRole('textbox', 'Text'), 'Words beside a bad field.');
    await untilStored(id, 'Words beside a bad field.');
    const reason = 'Not saved: Canonical URL: Begin with https:// or http://';
    await click(page, byRole('button', reason));
    await page.waitForFunction(`document.activeElement.value === 'example.com/original'`);
    // What the service refuses does not stop the rest either.
    await fill(page, byRole('textbox', 'Canonical URL'), 'https://exa mple.com/');
    await fill(page, byRole('textbox', 'Title'), 'Another title');
    await untilStored(id, 'Another title');
    await find(page, 'button.item-unsaved');
    const again = await page.browserContext().newPage();
    await page.close();
    expect(service().takeErrors().join()).toContain('400');
    await again.goto(`${service().url}/console${press}/items/${id}`);
    await find(again, byRole('textbox', 'Canonical URL'));
    await fill(again, byRole('textbox', 'Canonical URL'), 'https://example.com/original');
    await untilStored(id, 'https://example.com/original');
    await findText(again, 'Saved');
    service().takeErrors();
    await again.close();
  });

  if (isFull)
    test('a full disk is told, and saving goes on by itself', async () => {
      const id = await write('Before the disk is full');
      const page = await open(id);
      await page.setRequestInterception(true);
      let isDiskFull = true;
      page.on('request', (request) => {
        if (isDiskFull && request.method() === 'PUT' && !request.url().endsWith('/presence'))
          void request.respond({
            status: 507,
            contentType: 'application/problem+json',
            body: JSON.stringify({ code: 'disk_full', title: 'No space is left on the disk', status: 507 }),
          });
        else void request.continue();
      });
      await fill(page, byRole('textbox', 'Title'), 'Typed while the disk is full');
      await findText(page, 'Trying again…');
      isDiskFull = false;
      await untilStored(id, 'Typed while the disk is full');
      await findText(page, 'Saved');
      expect(service().takeErrors().join()).toContain('507');
      await page.close();
    });

  test('typing goes on when the session ends, and everything is saved once the same operator is back', async () => {
    const id = await write('A long evening');
    const page = await open(id);
    await click(page, byRole('textbox', 'Text'));
    await endSession(page);
    await page.keyboard.type('Written into the night');
    await findText(page, 'Your session has ended.');
    await page.keyboard.type(', and after that');
    expect(await page.evaluate('document.activeElement.innerText.trim()')).toBe(
      'Written into the night, and after that',
    );
    await findText(page, 'Not saved: your session has ended.');
    // What would have to be loaded waits, and takes nothing of the page away.
    await click(page, byRole('tab', 'History'));
    await click(page, byRole('tab', 'Write'));
    await find(page, byRole('textbox', 'Text'));
    await click(page, byRole('button', 'Sign in again'));
    await find(page, byRole('dialog', 'Sign in again'));
    const edges = `['.signed-out', '[role=dialog]'].map((each) => document.querySelector(each).getBoundingClientRect())`;
    expect(await page.evaluate(`(([bar, dialog]) => bar.bottom <= dialog.top)(${edges})`)).toBe(true);
    await signIn(page, 'mia', 'not the right one at all');
    await findText(page, 'Wrong sign-in name or password.');
    if (isFull) {
      expect(await inspectPage(page, phoneWidth)).toEqual(nothingWrong);
      await emulate(page, { reducedMotion: true });
    }
    await signIn(page, 'mia', invitedPassword);
    await waitUntilGone(page, byRole('dialog'));
    await untilStored(id, 'Written into the night, and after that');
    await click(page, byRole('tab', 'History'));
    await find(page, byRole('heading', 'Versions'));
    await click(page, byRole('tab', 'Write'));
    await findText(page, 'Saved');
    await click(page, byRole('textbox', 'Text'));
    await page.keyboard.down('Control');
    await page.keyboard.press('KeyZ');
    await page.keyboard.up('Control');
    await page.waitForFunction(`!document.body.innerText.includes('and after that')`);
    expect(service().takeErrors().join()).toContain('401');
    await page.close();
  });

  if (isFull)
    test('if somebody else signs in, the page is left, and its words are kept for the first', async () => {
      const id = await write('Whose words');
      const page = await open(id);
      await endSession(page);
      await fill(page, byRole('textbox', 'Title'), 'Only for Mia');
      await click(page, byRole('button', 'Sign in again'));
      await signIn(page, 'olga', 'correct horse battery staple');
      await find(page, byRole('heading', 'Overview'));
      await page.goto(`${service().url}/console${press}/items/${id}`);
      await find(page, byRole('textbox', 'Title'));
      expect(await page.evaluate('document.body.innerText')).not.toContain('unsaved work');
      expect(JSON.stringify(await service().manage(`${shelf}/${id}`))).not.toContain('Only for Mia');
      const [name = '', value = ''] = cookie.split('=');
      await endSession(page);
      const domain = new URL(service().url).hostname;
      await page.setCookie({ name, value, domain, httpOnly: true, sameSite: 'Strict' });
      await page.goto(`${service().url}/console${press}/items/${id}`);
      await untilStored(id, 'Only for Mia');
      expect(service().takeErrors().join()).toContain('401');
      await page.close();
    });

  if (isFull)
    test('words for an item that was deleted meanwhile are told of, and offered when it is back', async () => {
      const id = await write('Deleted meanwhile');
      const page = await open(id);
      await service().manage(`${shelf}/${id}`, { method: 'DELETE', etag: '*' });
      await fill(page, byRole('textbox', 'Title'), 'Written without knowing');
      await find(page, 'button.item-unsaved');
      await page.reload();
      await findText(page, 'You have unsaved work for it in this browser.');
      await service().manage(`${shelf}/${id}/versions/1/restore`, { method: 'POST' });
      await page.reload();
      await untilStored(id, 'Written without knowing');
      expect(service().takeErrors().join()).toMatch(/404|412/);
      await page.close();
    });

  test('an unsent message, comment and link are there again after Escape and another visit', async () => {
    const id = await write('Said but not sent');
    const page = await open(id);
    const chord = async (key: 'Escape' | 'KeyK', ...held: readonly 'Control'[]) => {
      for (const each of held) await page.keyboard.down(each);
      await page.keyboard.press(key);
      for (const each of held) await page.keyboard.up(each);
    };
    const textIn = async (name: string, role = 'textbox') =>
      String(await (await find(page, byRole(role, name))).evaluate((field) => Reflect.get(field, 'value')));
    await click(page, byRole('textbox', 'Text'));
    await chord('KeyK', 'Control');
    await find(page, byRole('combobox', 'Link URL'));
    await page.keyboard.type('https://example.com/half-a-li');
    await chord('Escape');
    await waitUntilGone(page, byRole('combobox', 'Link URL'));
    await chord('KeyK', 'Control');
    expect(await textIn('Link URL', 'combobox')).toBe('https://example.com/half-a-li');
    await page.keyboard.type('nk');
    await page.keyboard.press('Enter');
    await untilStored(id, 'https://example.com/half-a-link');

    const ask = async () => {
      await click(page, byRole('button', 'More'));
      await click(page, byRole('menuitem', 'Ask for a review…'));
      await find(page, byRole('dialog', 'Propose it to the editors'));
    };
    await ask();
    await page.keyboard.type('Please look at the figures');
    await chord('Escape');
    await waitUntilGone(page, byRole('dialog', 'Propose it to the editors'));
    await page.reload();
    await find(page, byRole('textbox', 'Title'));
    await ask();
    expect(await textIn('What should they know?')).toBe('Please look at the figures');
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
    await fill(page, byRole('textbox', 'Comment'), 'Not sent yet');
    await page.goto('about:blank');
    await page.goto(`${service().url}/console${press}/items/${id}`);
    await find(page, byRole('textbox', 'Comment'));
    expect(await textIn('Comment')).toBe('Not sent yet');
    await click(page, byRole('button', 'Add comment'));
    await until(
      'the field to be empty',
      () => textIn('Comment'),
      (text) => text === '',
    );
    await page.close();
  });

  if (isFull)
    test('who closes the tab or goes to another page is no longer shown as present', async () => {
      const id = await write('Who is here');
      const others = async () =>
        JSON.stringify(
          await service().manage(`${shelf}/${id}/presence`, { method: 'PUT', body: { isEditing: false } }),
        );
      const untilSeen = (name: string, isThere: boolean) =>
        until(
          `${name} to be ${isThere ? 'there' : 'gone'}`,
          others,
          (list) => list.includes(name) === isThere,
        );
      const page = await open(id);
      await untilSeen('mia', true);
      await service().show(page, press);
      await untilSeen('mia', false);
      await service().show(page, `${press}/items/${id}`);
      await untilSeen('mia', true);
      await page.close({ runBeforeUnload: true });
      await untilSeen('mia', false);
    });
});
