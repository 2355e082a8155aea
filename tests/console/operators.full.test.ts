import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
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
  upload,
  waitUntilGone,
} from '../browser/interactions.ts';
import { describeConsole } from './describeConsole.ts';

const shelf = '/projects/demo/spaces/web/news/instances/press/news';
const password = 'four words nobody guesses';
const docsUrl = 'https://docs.example.com';
const welcome = 'This link has already been used or has expired. Ask an owner for a new one.';

const entry = z.looseObject({ by: z.string(), action: z.string() });

describeConsole(
  (service) => {
    let olga: Page;
    const address = (path: string) => `${service().url}/console${path}`;
    const signIn = async (person: Page, name: string, secret: string) => {
      await fill(person, byRole('textbox', 'Sign-in name'), name);
      await fill(person, byRole('textbox', 'Password'), secret);
      await click(person, byRole('button', 'Sign in'));
    };

    beforeAll(async () => {
      olga = await service().openPage();
    });

    test('the link printed by the first start creates the owner, once', async () => {
      await olga.goto(address('/'));
      await findText(olga, 'Nobody can sign in yet');
      await findText(olga, 'newsstand operator link');
      await olga.goto(service().ownerLink);
      await find(olga, byRole('heading', 'Welcome'));
      await fill(olga, byRole('textbox', 'Your name'), 'Olga Owner');
      await fill(olga, byRole('textbox', 'Sign-in name'), 'olga');
      await fill(olga, byRole('textbox', 'Password'), password);
      await click(olga, byRole('button', 'Get started'));
      await find(olga, byRole('heading', 'Overview'));
      const late = await service().openPage();
      await late.goto(service().ownerLink);
      await fill(late, byRole('textbox', 'Your name'), 'Mallory');
      await fill(late, byRole('textbox', 'Sign-in name'), 'mallory');
      await fill(late, byRole('textbox', 'Password'), password);
      await click(late, byRole('button', 'Get started'));
      await findText(late, welcome);
      expect(service().takeErrors().join()).toMatch(/status of 4\d\d/);
      await late.close();
    });

    test('the tutorial: a project, a news instance in it, and a first article with a picture', async () => {
      await click(olga, byRole('link', 'Projects'));
      await click(olga, byRole('button', 'New project'));
      const project = await find(olga, byRole('dialog', 'New project'));
      await fill(project, byRole('textbox', 'Project ID'), 'acme');
      await fill(project, byRole('textbox', 'Space ID'), 'shop');
      await click(project, byRole('button', 'Create'));
      await waitUntilGone(olga, byRole('dialog', 'New project'));
      // The first of the page: projects are listed by their IDs.
      await click(olga, byRole('button', 'New instance'));
      const instance = await find(olga, byRole('dialog', 'New instance'));
      await click(instance, byRole('radio', 'News'));
      await fill(instance, byRole('textbox', 'Instance ID'), 'news');
      await click(instance, byRole('button', 'Create'));
      await click(olga, byRole('link', 'News: news'));
      await click(olga, byRole('link', 'New article'));
      await fill(olga, byRole('textbox', 'Title'), 'Hello');
      await fill(olga, byRole('textbox', 'Text'), 'Our first article.');
      await upload(olga, byRole('button', 'Upload…'), join(import.meta.dir, '../../docs/media/scene.jpg'));
      await find(olga, byRole('button', 'Choose another…'));
      await click(olga, byRole('button', 'Publish'));
      await findText(olga, 'Saved. Readers see it now.');
    });

    test('signing out ends the session; a wrong password is refused, the right one accepted', async () => {
      await click(olga, byRole('button', 'OO Olga Owner'));
      const documentation = await find(olga, byRole('menuitem', 'Documentation'));
      expect(await documentation.evaluate((link) => link.getAttribute('href'))).toBe(docsUrl);
      await click(olga, byRole('menuitem', 'Sign out'));
      await find(olga, byRole('heading', 'Sign in'));
      await olga.goto(address('/keys'));
      await find(olga, byRole('heading', 'Sign in'));
      await signIn(olga, 'olga', 'not my password');
      await findText(olga, 'Wrong sign-in name or password.');
      expect(service().takeErrors().join()).toContain('401');
      await signIn(olga, 'olga', password);
      await find(olga, byRole('heading', 'Keys'));
    });

    test('everything works without a mouse: sign in, open an item, change it and save', async () => {
      const kay = await service().openPage();
      await kay.goto(address('/'));
      await tabTo(kay, byRole('textbox', 'Sign-in name'));
      await kay.keyboard.sendCharacter('olga');
      await tabTo(kay, byRole('textbox', 'Password'));
      await kay.keyboard.sendCharacter(password);
      await kay.keyboard.press('Enter');
      await find(kay, byRole('heading', 'Overview'));
      await tabTo(kay, byRole('link', 'News: press'));
      await kay.keyboard.press('Enter');
      await find(kay, byRole('heading', 'News: press'));
      await tabTo(kay, byRole('link', 'Kumo Coffee opens its first roastery in Kyoto'));
      await kay.keyboard.press('Enter');
      await tabTo(kay, byRole('textbox', 'Title'));
      await kay.keyboard.down('Control');
      await kay.keyboard.press('End');
      await kay.keyboard.up('Control');
      await kay.keyboard.sendCharacter(', at last');
      await kay.keyboard.down('Control');
      await kay.keyboard.press('Enter');
      await kay.keyboard.up('Control');
      await find(kay, byRole('dialog', 'Publish changes'));
      await kay.keyboard.press('Enter');
      await find(kay, byRole('heading', 'Kumo Coffee opens its first roastery in Kyoto, at last'));
      await findText(kay, 'The new version is published.');
      const found = await (await service().read(`/static${shelf}?search=Kumo`)).json();
      const { list } = z
        .object({ list: z.array(z.object({ values: z.object({ title: z.string() }) })) })
        .parse(found);
      expect(list.map(({ values }) => values.title)).toContain(
        'Kumo Coffee opens its first roastery in Kyoto, at last',
      );
      await kay.close();
    });

    test('a viewer is invited, follows the link, sees everything and can change nothing', async () => {
      await olga.goto(address('/operators'));
      await click(olga, byRole('button', 'Invite'));
      const dialog = await find(olga, byRole('dialog', 'Invite an operator'));
      await fill(dialog, byRole('textbox', 'Name'), 'Vera Viewer');
      await fill(dialog, byRole('textbox', 'Sign-in name'), 'vera');
      await (await find(dialog, byRole('combobox', 'Role in demo'))).select('viewer');
      await click(dialog, byRole('button', 'Create invitation'));
      await find(olga, byRole('dialog', 'Link for Vera Viewer'));
      const link = /http\S+welcome#\S+/.exec(String(await olga.evaluate(shownText)))?.[0] ?? '';
      const vera = await service().openPage('');
      await vera.goto(link);
      await fill(vera, byRole('textbox', 'Password'), 'another four nobody guesses');
      await click(vera, byRole('button', 'Get started'));
      await find(vera, byRole('heading', 'Overview'));
      await vera.goto(address('/projects/demo/spaces/web/news/press'));
      await findText(vera, 'You can view this but not change it.');
      expect(await vera.$(byRole('link', 'New article'))).toBeNull();
      expect(await vera.$(byRole('checkbox', 'Select all on this page'))).toBeNull();
      await click(vera, byRole('link', 'Draft: annual results'));
      await find(vera, byRole('tab', 'Preview'));
      for (const name of ['Save', 'Save draft', 'Publish'])
        expect(await vera.$(byRole('button', name))).toBeNull();
      expect(await vera.$(byRole('link', 'Webhooks'))).toBeNull();
      await vera.goto(address('/webhooks'));
      await findText(vera, 'Only owners can see and create webhooks.');
      expect(await vera.$(byRole('button', 'New webhook'))).toBeNull();
      const tried = await vera.evaluate(`fetch('/manage/v1${shelf}', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}',
      }).then(({ status }) => status)`);
      expect(tried).toBe(403);
      expect(service().takeErrors().join()).toContain('403');
      await vera.close();
    });

    test('a writer of one instance sees that instance, writes there, and is told what they can do and why', async () => {
      await olga.goto(address('/operators'));
      await click(olga, byRole('button', 'Invite'));
      const dialog = await find(olga, byRole('dialog', 'Invite an operator'));
      await fill(dialog, byRole('textbox', 'Name'), 'Wim Writer');
      await fill(dialog, byRole('textbox', 'Sign-in name'), 'wim');
      await choose(dialog, byRole('combobox', 'Add a space or instance…'), 'demo › web › press');
      await (await find(dialog, byRole('combobox', 'Role in demo › web › press'))).select('writer');
      await click(dialog, byRole('button', 'Create invitation'));
      await find(olga, byRole('dialog', 'Link for Wim Writer'));
      const link = /http\S+welcome#\S+/.exec(String(await olga.evaluate(shownText)))?.[0] ?? '';
      const wim = await service().openPage('');
      await wim.setViewport({ width: 390, height: 800 });
      await wim.goto(link);
      await fill(wim, byRole('textbox', 'Password'), 'another four nobody guesses');
      await click(wim, byRole('button', 'Get started'));
      await find(wim, byRole('heading', 'Overview'));
      expect(String(await wim.evaluate(shownText))).not.toMatch(/News: blog|Banners?:/);
      await wim.goto(address('/projects/demo/spaces/web/news/press'));
      await findText(wim, 'You write drafts here; an editor publishes them.');
      await find(wim, byRole('link', 'New article'));
      expect(await wim.$(byRole('checkbox', 'Select all on this page'))).toBeNull();
      await wim.goto(address('/projects/demo/spaces/web/media'));
      await findText(wim, 'You can add media, but not change those of others.');
      await wim.goto(address('/permissions'));
      await find(wim, byRole('heading', 'Who can do what, and why'));
      await findText(wim, 'You see your own roles.');
      await findText(wim, 'Writer: demo › web › press');
      await findText(wim, 'given by Olga Owner, ');
      const isTooWide = 'document.documentElement.scrollWidth > innerWidth';
      expect(await wim.evaluate(isTooWide)).toBe(false);

      // A token that can do no more than a viewer.
      await wim.goto(address('/account'));
      await click(wim, byRole('button', 'New token'));
      const form = await find(wim, byRole('dialog', 'New token'));
      await fill(form, byRole('textbox', 'Name'), 'reader');
      await click(form, byRole('checkbox', 'Limit what it can do'));
      await click(form, byRole('button', 'Create token'));
      await findText(wim, 'Choose at least one role.');
      await choose(form, byRole('combobox', 'Add a space or instance…'), 'demo › web › press');
      expect(await wim.evaluate(isTooWide)).toBe(false);
      await click(form, byRole('button', 'Create token'));
      await find(wim, byRole('dialog', 'Your new token'));
      await click(wim, byRole('button', 'Done'));
      await click(wim, byRole('button', 'Close anyway'));
      await findText(wim, 'Viewer: demo › web › press');
      await wim.close();

      await olga.goto(address('/permissions?place=demo/web/press'));
      for (const text of ['Owner: All projects', 'Writer: demo › web › press', 'Viewer: demo'])
        await findText(olga, text);
      await tabTo(olga, byRole('combobox', 'Place'));
      await olga.goto(address('/permissions?place=demo/web'));
      await findText(olga, 'Only parts of it');
    });

    test('the audit log says who did what, and can be downloaded as NDJSON', async () => {
      await olga.goto(address('/audit'));
      await find(olga, byRole('heading', 'Audit log'));
      await findText(olga, 'Someone failed to sign in as olga');
      await findText(olga, 'Olga Owner invited Vera Viewer');
      const asking = "fetch('/manage/v1/audit.ndjson').then((answer) => answer.text())";
      const lines = z
        .string()
        .parse(await olga.evaluate(asking))
        .trim()
        .split('\n');
      const entries = lines.map((line) => entry.parse(JSON.parse(line)));
      const actions = entries.map(({ by, action }) => `${by} ${action}`);
      for (const action of ['olga operator.invite', 'vera operator.accept', 'olga news.publishNext'])
        expect(actions).toContain(action);
    });

    test('the audit log is searched, and the address of the page keeps the search', async () => {
      await fill(olga, byRole('textbox', 'Text'), 'VERA');
      await waitUntilGone(olga, 'text/Someone failed to sign in as olga');
      await findText(olga, 'Olga Owner invited Vera Viewer');
      await olga.goto(address('/audit?action=session&text=olga&from=2020-01-01'));
      await findText(olga, 'Someone failed to sign in as olga');
      expect(await olga.$('text/Olga Owner invited Vera Viewer')).toBeNull();
      await click(olga, byRole('button', 'Download'));
      const link = await find(olga, byRole('menuitem', 'What was found, as CSV'));
      const href = z.string().parse(await link.evaluate((it) => it.getAttribute('href')));
      expect(href).toMatch(/audit\.csv\?action=session&text=olga&from=\d+$/);
      await olga.keyboard.press('Escape');
    });

    test('sessions are listed with their device and ended; then a viewer is removed and erased', async () => {
      const other = await service().openPage();
      await other.goto(address('/'));
      await signIn(other, 'olga', password);
      await find(other, byRole('heading', 'Overview'));
      await olga.goto(address('/account'));
      await find(olga, byRole('table', 'Sessions'));
      await findText(olga, 'This session');
      await findText(olga, 'Chrome on Linux');
      await click(olga, byRole('button', 'End all other sessions'));
      await click(await find(olga, byRole('dialog')), byRole('button', 'End'));
      await waitUntilGone(olga, byRole('button', 'End all other sessions'));
      await other.goto(address('/keys'));
      await find(other, byRole('heading', 'Sign in'));
      await other.close();
      await olga.goto(address('/operators'));
      await click(olga, byRole('button', 'Actions for Vera Viewer'));
      await click(olga, byRole('menuitem', 'Sessions'));
      const sessions = await find(olga, byRole('dialog', 'Vera Viewer’s sessions'));
      await click(sessions, byRole('button', 'End all sessions'));
      await click(
        await find(olga, byRole('dialog', 'End all sessions of Vera Viewer?')),
        byRole('button', 'End'),
      );
      await findText(olga, 'Not signed in anywhere.');
      await olga.keyboard.press('Escape');
      await waitUntilGone(olga, byRole('dialog'));
      await click(olga, byRole('button', 'Actions for Vera Viewer'));
      await click(olga, byRole('menuitem', 'Remove'));
      const removal = await find(olga, byRole('dialog'));
      await click(removal, byRole('radio', 'Erase personal data'));
      await click(removal, byRole('button', 'Remove and erase'));
      await waitUntilGone(olga, byRole('dialog'));
      await olga.goto(address('/audit'));
      await findText(olga, 'and erased their data');
      expect(String(await olga.evaluate(shownText))).not.toContain('vera');
      expect(service().takeErrors().join()).not.toContain('500');
    });
  },
  { hasOwner: false, settings: { NEWSSTAND_DOCS_URL: docsUrl } },
);

/** All text of the page, including the content of fields. */
const shownText =
  '[document.body.innerText, ...[...document.querySelectorAll("input")].map(({ value }) => value)].join(" ")';
