import { beforeAll, expect, test } from 'bun:test';
import { z } from 'zod';
import type { Person } from '../browser/personAt.ts';
import { inRoom } from './inRoom.ts';

const shelf = '/projects/demo/spaces/web/news/instances/press/news';
const password = 'four words nobody guesses';
const welcome = 'This link was used already, or is too old. Ask an owner for a new one.';

const entry = z.looseObject({ by: z.string(), action: z.string() });

inRoom(
  (room) => {
    let olga: Person;
    const address = (path: string) => `${room().url}/console${path}`;
    const signIn = async (person: Person, name: string, secret: string) => {
      await person.fill('Name to sign in with', name);
      await person.fill('Password', secret);
      await person.tap('button', 'Sign in');
    };

    beforeAll(async () => {
      olga = await room().seat();
    });

    test('the link of the first start makes the owner, once', async () => {
      await olga.visit(room().ownerLink);
      await olga.see('heading', 'Welcome');
      await olga.fill('Your name', 'Olga Owner');
      await olga.fill('Name to sign in with', 'olga');
      await olga.fill('Password', password);
      await olga.tap('button', 'Begin');
      await olga.see('heading', 'Overview');
      const late = await room().seat();
      await late.visit(room().ownerLink);
      await late.fill('Your name', 'Mallory');
      await late.fill('Name to sign in with', 'mallory');
      await late.fill('Password', password);
      await late.tap('button', 'Begin');
      await late.read(welcome);
      expect(room().faults().join()).toMatch(/status of 4\d\d/);
      await late.page.close();
    });

    test('who signs out is out; a wrong password opens nothing, the right one does', async () => {
      await olga.tap('button', /Olga Owner/);
      await olga.tap('menuitem', 'Sign out');
      await olga.see('heading', 'Sign in');
      await olga.visit(address('/keys'));
      await olga.see('heading', 'Sign in');
      await signIn(olga, 'olga', 'not my password');
      await olga.read('Name or password is not right.');
      expect(room().faults().join()).toContain('401');
      await signIn(olga, 'olga', password);
      await olga.see('heading', 'Keys');
    });

    test('all of it works without a mouse: sign in, open an item, change it and save', async () => {
      const kay = await room().seat();
      await kay.visit(address('/'));
      await kay.tabTo('textbox', 'Name to sign in with');
      await kay.type('olga');
      await kay.tabTo('textbox', 'Password');
      await kay.type(password);
      await kay.press('Enter');
      await kay.see('heading', 'Overview');
      await kay.tabTo('link', 'News: press');
      await kay.press('Enter');
      await kay.see('heading', 'News: press');
      await kay.tabTo('link', 'Kumo Coffee opens its first roastery in Kyoto');
      await kay.press('Enter');
      await kay.tabTo('textbox', 'Title');
      await kay.press('End');
      await kay.type(', at last');
      await kay.press('s', 'Control');
      await kay.see('heading', 'Kumo Coffee opens its first roastery in Kyoto, at last');
      await kay.read('All saved');
      const found = await (await room().read(`/static${shelf}?search=Kumo`)).json();
      const { list } = z
        .object({ list: z.array(z.object({ values: z.object({ title: z.string() }) })) })
        .parse(found);
      expect(list.map(({ values }) => values.title)).toContain(
        'Kumo Coffee opens its first roastery in Kyoto, at last',
      );
      await kay.page.close();
    });

    test('a viewer is invited, follows the link, sees everything and changes nothing', async () => {
      await olga.visit(address('/operators'));
      await olga.tap('button', 'Invite');
      await olga.see('dialog', 'Invite an operator');
      olga.lookInto(['dialog', 'Invite an operator']);
      await olga.fill('Name', 'Vera Viewer');
      await olga.fill('Name to sign in with', 'vera');
      await olga.choose('Role in demo', 'Viewer');
      await olga.tap('button', 'Make the invitation');
      olga.lookInto(undefined);
      await olga.see('dialog', 'Link for Vera Viewer');
      const link = /http\S+welcome#\S+/.exec(String(await olga.page.evaluate(shownText)))?.[0] ?? '';
      const vera = await room().seat('');
      await vera.visit(link);
      await vera.fill('Password', 'another four nobody guesses');
      await vera.tap('button', 'Begin');
      await vera.see('heading', 'Overview');
      await vera.visit(address('/projects/demo/spaces/web/news/press'));
      await vera.read('You may look at this project, not change it.');
      expect(await vera.has('link', 'New news')).toBe(false);
      expect(await vera.has('checkbox', 'Select all on this page')).toBe(false);
      await vera.tap('link', 'Draft: annual results');
      await vera.see('tab', 'Preview');
      for (const name of ['Save', 'Save draft', 'Publish'])
        expect(await vera.has('button', name)).toBe(false);
      const tried = await vera.page.evaluate(`fetch('/manage/v1${shelf}', {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}',
      }).then(({ status }) => status)`);
      expect(tried).toBe(403);
      expect(room().faults().join()).toContain('403');
      await vera.page.close();
    });

    test('the audit log says who did what, and can be taken along as NDJSON', async () => {
      await olga.visit(address('/audit'));
      await olga.see('heading', 'Audit log');
      await olga.read('Somebody failed to sign in as olga');
      await olga.read('olga invited vera');
      const asking = "fetch('/manage/v1/audit.ndjson').then((answer) => answer.text())";
      const lines = z
        .string()
        .parse(await olga.page.evaluate(asking))
        .trim()
        .split('\n');
      const entries = lines.map((line) => entry.parse(JSON.parse(line)));
      const deeds = entries.map(({ by, action }) => `${by} ${action}`);
      for (const deed of ['olga operator.invite', 'vera operator.accept', 'olga news.put'])
        expect(deeds).toContain(deed);
    });
  },
  { hasOwner: false },
);

/** All that can be read, what stands in fields included. */
const shownText =
  '[document.body.innerText, ...[...document.querySelectorAll("input")].map(({ value }) => value)].join(" ")';
