import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import {
  startProvider,
  type TestProvider,
} from '../../packages/server/src/management/api/providers/testing/startProvider.ts';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { byRole, click, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { outcomeHere } from '../runHere.ts';
import { describeConsole } from './describeConsole.ts';

const file = join(tmpdir(), `newsstand-providers-${process.pid}.json`);
const name = 'Continue with Acme';
let acme: TestProvider;

beforeAll(async () => {
  // To a browser, another site than the console at 127.0.0.1.
  acme = await startProvider('localhost');
  const entry = acme.entry('acme', {
    ...{ name: 'Acme', scopes: ['openid', 'groups', 'profile'], createsAccounts: true, logout: true },
    roles: { claim: 'groups', map: { press: [{ projectId: 'demo', role: 'editor' }] } },
  });
  await Bun.write(file, JSON.stringify({ providers: [entry] }));
});
afterAll(async () => {
  await acme[Symbol.asyncDispose]();
  await rm(file, { force: true });
});

describeConsole(
  (service) => {
    const address = (path: string) => `${service().url}/console${path}`;
    /** Only the provider itself is another origin. */
    const takeVisits = () => {
      const others = service()
        .takeErrors()
        .filter((each) => !each.includes(` ${acme.issuer}/`));
      expect(others).toEqual([]);
    };
    let page: Page;
    /** Makes the sessions of an operator older. */
    const age = async (operatorId: string, milliseconds: number) => {
      const store = await openStore(`sqlite:${service().folder}/data/newsstand.db`);
      await store.write(async (writer) => {
        for (const authToken of await writer.authTokens(operatorId)) {
          await writer.putAuthToken({ ...authToken, createdAt: authToken.createdAt - milliseconds });
        }
      });
      await store.close();
    };

    beforeAll(async () => {
      acme.register(service().url, 'acme');
      page = await service().openPage('');
    });

    test('a button leads to the provider and back, to the page that was asked for', async () => {
      acme.person = { sub: 'm1', name: 'Mia Ito', preferred_username: 'mia', groups: ['press'] };
      await page.goto(address('/account'));
      await click(page, byRole('button', name));
      await find(page, byRole('heading', 'Your account'));
      await findText(page, 'Editor: demo (from acme)');
      expect(new URL(page.url()).pathname).toBe('/console/account');
      await find(page, byRole('region', 'Sign-in providers'));
      takeVisits();
    });

    test('unlinking long after signing in asks who it is', async () => {
      await age('mia', 660_000);
      await click(page, byRole('button', 'Unlink mia'));
      await click(await find(page, byRole('dialog', 'Unlink mia?')), byRole('button', 'Unlink'));
      await find(page, byRole('dialog', 'Confirm that it is you'));
      // She has nothing but the provider.
      await findText(page, 'Sign out and in again to confirm that it is you.');
      await page.keyboard.press('Escape');
      await waitUntilGone(page, byRole('dialog', 'Confirm that it is you'));
      await click(await find(page, byRole('dialog', 'Unlink mia?')), byRole('button', 'Cancel'));
      await waitUntilGone(page, byRole('dialog', 'Unlink mia?'));
      expect(service().takeErrors().join()).toMatch(/status of 403/);
      await age('mia', -660_000);
    });

    test('the last way in cannot be unlinked', async () => {
      await click(page, byRole('button', 'Unlink mia'));
      const dialog = await find(page, byRole('dialog', 'Unlink mia?'));
      await click(dialog, byRole('button', 'Unlink'));
      await findText(page, 'This is your last way to sign in.');
      await click(dialog, byRole('button', 'Cancel'));
      await waitUntilGone(page, byRole('dialog', 'Unlink mia?'));
      expect(service().takeErrors().join()).toMatch(/status of 409/);
    });

    test('signing out of all sessions ends the one at the provider too', async () => {
      await click(page, byRole('button', 'Sign out of all sessions'));
      const dialog = await find(page, byRole('dialog', 'Sign out of all sessions?'));
      await click(dialog, byRole('button', 'Sign out of all sessions'));
      await find(page, byRole('heading', 'Sign in'));
      takeVisits();
      // Had the provider kept its session, it would sign in Mia again.
      acme.person = { sub: 'k1', name: 'Ken', groups: ['sports'] };
      await click(page, byRole('button', name));
      await findText(page, 'You have no role here.');
      expect(new URL(page.url()).search).toBe('');
      await click(page, byRole('button', '日本語'));
      await findText(page, '役割がありません。');
      await click(page, byRole('button', 'English'));
      takeVisits();
    });

    test('without passwords, only the provider is offered, and a link of the command line breaks the glass', async () => {
      const data = {
        NEWSSTAND_DATA: join(service().folder, 'data'),
        NEWSSTAND_MANAGEMENT_URL: service().url,
      };
      const glass = await outcomeHere(['operator', 'link', 'olga', '--break-glass'], data);
      const olga = await service().openPage('');
      await olga.goto(glass.stdout.trim());
      await click(olga, byRole('button', 'Sign in now'));
      await find(olga, byRole('heading', 'Overview'));
      const changed = await olga.evaluate(async () => {
        const body = JSON.stringify({ secondFactorRoles: [], passwords: false });
        const headers = { 'content-type': 'application/json' };
        return (await fetch('/manage/v1/access', { method: 'PUT', headers, body })).status;
      });
      expect(changed).toBe(200);
      await page.goto(address('/'));
      await findText(page, 'Passwords are switched off here.');
      await find(page, byRole('button', name));
      expect(await page.$('input[type=password]')).toBeNull();
      await olga.goto(address('/'));
      await find(olga, byRole('heading', 'Overview'));

      const invited = await outcomeHere(['operator', 'invite', 'kim', '--role', 'viewer'], data);
      const kim = await service().openPage('');
      acme.person = { sub: 'k2', name: 'Kim' };
      await kim.goto(invited.stdout.trim());
      await find(kim, byRole('button', 'Set up a passkey'));
      await click(kim, byRole('button', name));
      await find(kim, byRole('heading', 'Overview'));
      takeVisits();
    });
  },
  { settings: { NEWSSTAND_OIDC_FILE: file } },
);
