import { beforeAll, expect, test } from 'bun:test';
import { invitation } from '@newsstand/contract/manage';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'puppeteer-core';
import { openStore } from '../../packages/server/src/store/openStore.ts';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, click, fill, find, findText, tabTo } from '../browser/interactions.ts';
import { emulate } from '../browser/openBrowser.ts';
import { describeConsole } from './describeConsole.ts';
import { phoneWidth } from './describePages.ts';

const olgasPassword = 'correct horse battery staple';
const miasPassword = 'four words nobody guesses';

describeConsole((service) => {
  let olga: Page;
  let mia: Page;
  let miasLink = '';
  let recoveryCode = '';
  const host = () => service().url.replace('127.0.0.1', 'localhost');
  const address = (path: string) => `${host()}/console${path}`;
  const signIn = async (page: Page, name: string, secret: string) => {
    await fill(page, byRole('textbox', 'Sign-in name'), name);
    await fill(page, byRole('textbox', 'Password'), secret);
    await click(page, byRole('button', 'Sign in'));
  };
  const signOut = async (page: Page, heading = 'Sign in') => {
    const cookies = await page.cookies();
    // What the page still asks for would be refused, and lead elsewhere.
    await page.goto('about:blank');
    await page.deleteCookie(...cookies);
    await page.goto(address('/account'));
    await find(page, byRole('heading', heading));
  };
  /** Accessible in both colour schemes, and no wider than a phone; what is then open is still open. */
  const inspect = async (page: Page) => {
    expect(await inspectPage(page, phoneWidth)).toEqual(nothingWrong);
    await emulate(page, { reducedMotion: true });
  };
  const shownCodes = async (page: Page) =>
    (await page.$eval('.snippet code', (code) => code.textContent)) ?? '';

  beforeAll(async () => {
    const body = { operatorId: 'mia', name: 'Mia', roles: [{ projectId: 'demo', role: 'editor' }] };
    const invited = await service().manage('/operators', { method: 'POST', body });
    miasLink = invitation.parse(invited).url.replace('127.0.0.1', 'localhost');
    olga = await service().openPage('');
    mia = await service().openPage('');
    const session = await olga.createCDPSession();
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
  });

  test('a passkey is added in the account, with recovery codes that are shown once', async () => {
    await olga.goto(address('/account'));
    await signIn(olga, 'olga', olgasPassword);
    await click(olga, byRole('button', 'Add a passkey'));
    // The page behind it has a name too.
    const dialog = await find(olga, byRole('dialog', 'Create passkey'));
    await fill(dialog, byRole('textbox', 'Name'), 'Laptop');
    await olga.keyboard.press('Enter');
    await findText(olga, 'Your recovery codes');
    const codes = (await shownCodes(olga)).trim().split('\n');
    expect(codes).toHaveLength(10);
    await inspect(olga);
    [recoveryCode = ''] = codes;
    // Closing without keeping them needs a second thought.
    await click(olga, byRole('button', 'Done'));
    await findText(olga, 'You have not copied or downloaded the codes yet. They cannot be shown again.');
    await click(olga, byRole('button', 'Download'));
    await click(olga, byRole('button', 'Done'));
    await findText(olga, '10 codes are left.');
    await click(olga, byRole('button', 'Rename Laptop'));
    const renaming = await find(olga, byRole('dialog', 'Rename Laptop'));
    await fill(renaming, byRole('textbox', 'Name'), 'Office');
    await olga.keyboard.press('Enter');
    await find(olga, byRole('button', 'Remove Office'));
    await inspect(olga);
  });

  test('it signs in alone, and as a second factor, and a recovery code stands in for it', async () => {
    await signOut(olga);
    await click(olga, byRole('button', 'Sign in with a passkey'));
    await find(olga, byRole('button', 'Remove Office'));
    await signOut(olga);
    await signIn(olga, 'olga', olgasPassword);
    await findText(olga, 'One more step: show that it is you.');
    await click(olga, byRole('button', 'Use passkey'));
    await find(olga, byRole('button', 'Remove Office'));
    await signOut(olga);
    await signIn(olga, 'olga', olgasPassword);
    await find(olga, byRole('button', 'Use passkey'));
    // As after ten minutes.
    await olga.deleteCookie(...(await olga.cookies()));
    await click(olga, byRole('button', 'Use passkey'));
    await findText(olga, 'This sign-in has taken too long. Sign in again.');
    expect(service().takeErrors().join()).toContain('401');
    await signIn(olga, 'olga', olgasPassword);
    await click(olga, byRole('button', 'Use a recovery code instead'));
    await fill(olga, byRole('textbox', 'Recovery code'), 'aaaa-aaaa-aaaa-aaaa');
    await click(olga, byRole('button', 'Continue'));
    await findText(
      olga,
      'The code is wrong, or was used before. Wait for the next code, or use a recovery code.',
    );
    expect(service().takeErrors().join()).toContain('403');
    await fill(olga, byRole('textbox', 'Recovery code'), recoveryCode);
    await click(olga, byRole('button', 'Continue'));
    await findText(olga, '9 codes are left.');
  });

  /** As if everybody had shown who they are eleven minutes earlier. */
  const letMinutesPass = async () => {
    const store = await openStore(`sqlite:${service().folder}/data/newsstand.db`);
    const earlier = (at: number) => at - 660_000;
    await store.write(async (writer) => {
      for (const authToken of await writer.authTokens('olga')) {
        const { createdAt, confirmedAt } = authToken;
        const times = { createdAt: earlier(createdAt), confirmedAt: confirmedAt && earlier(confirmedAt) };
        await writer.putAuthToken({ ...authToken, ...times });
      }
    });
    await store.close();
  };

  test('an owner confirms that it is them before anybody gets a link, above the dialog', async () => {
    await letMinutesPass();
    await olga.goto(address('/operators'));
    await click(olga, byRole('button', 'Actions for Mia'));
    await click(olga, byRole('menuitem', 'New link'));
    await click(olga, byRole('button', 'Create link'));
    await find(olga, byRole('dialog', 'Confirm that it is you'));
    await inspect(olga);
    await click(olga, byRole('button', 'Use passkey'));
    await find(olga, byRole('dialog', 'Link for Mia'));
    miasLink = (await shownCodes(olga)).replace('127.0.0.1', 'localhost');
    expect(service().takeErrors().join()).toContain('403');
  });

  test('an owner demands a second factor, after a confirmation by passkey', async () => {
    await letMinutesPass();
    await olga.goto(address('/operators'));
    await click(olga, byRole('link', 'Access policy'));
    await click(olga, byRole('checkbox', 'Owner'));
    await click(olga, byRole('checkbox', 'Editor'));
    await inspect(olga);
    await click(olga, byRole('button', 'Save'));
    await find(olga, byRole('dialog', 'Confirm that it is you'));
    await inspect(olga);
    await click(olga, byRole('button', 'Use passkey'));
    await findText(olga, 'Saved.');
    expect(service().takeErrors().join()).toContain('403');
    // Whoever began with a password does not switch them off: they would be locked out.
    await click(olga, byRole('switch', 'Operators may sign in with a password'));
    await findText(olga, 'sessions that began with a password end at once');
    await click(olga, byRole('button', 'Save'));
    await findText(olga, 'You are signed in with a password, and would be locked out.');
    expect(service().takeErrors().join()).toContain('409');
  });

  test('an invited editor sets up an app first, and signs in with it: Japanese, a phone, no mouse', async () => {
    await emulate(mia, { reducedMotion: true, width: phoneWidth, height: 844 });
    await mia.goto(miasLink);
    await tabTo(mia, byRole('button', '日本語'));
    await mia.keyboard.press('Enter');
    await tabTo(mia, byRole('textbox', 'パスワード'));
    await mia.keyboard.sendCharacter(miasPassword);
    await mia.keyboard.press('Enter');
    await tabTo(mia, byRole('button', '認証アプリを設定する'));
    await mia.keyboard.press('Enter');
    await find(mia, byRole('image', '認証アプリ用の QR コード'));
    expect(await mia.$eval('.snippet pre', (pre) => pre.scrollWidth - pre.clientWidth)).toBe(0);
    const app = new TOTP({ secret: Secret.fromBase32((await shownCodes(mia)).replaceAll(' ', '')) });
    await inspect(mia);
    // The focus is already there.
    await mia.keyboard.sendCharacter(app.generate());
    await mia.keyboard.press('Enter');
    await find(mia, byRole('figure', 'リカバリーコード'));
    await inspect(mia);
    await tabTo(mia, byRole('button', 'ダウンロード'));
    await mia.keyboard.press('Enter');
    await tabTo(mia, byRole('button', '完了'));
    await mia.keyboard.press('Enter');
    await find(mia, byRole('heading', 'ホーム'));
    await signOut(mia, 'サインイン');
    await tabTo(mia, byRole('textbox', 'サインイン名'));
    await mia.keyboard.sendCharacter('mia');
    await tabTo(mia, byRole('textbox', 'パスワード'));
    await mia.keyboard.sendCharacter(miasPassword);
    await mia.keyboard.press('Enter');
    await find(mia, byRole('textbox', '認証アプリ'));
    await inspect(mia);
    // A code works once, and the clock of a phone may be half a minute fast.
    await mia.keyboard.sendCharacter(app.generate({ timestamp: Date.now() + 30_000 }));
    await mia.keyboard.press('Enter');
    await find(mia, byRole('heading', 'セキュリティ'));
    await inspect(mia);
  });

  test('the owner resets the factors of an editor who has lost the phone, which signs her out', async () => {
    await olga.goto(address('/operators'));
    await click(olga, byRole('button', 'Actions for Mia'));
    await click(olga, byRole('menuitem', 'Reset second factors'));
    await click(olga, byRole('button', 'Reset'));
    await findText(olga, 'The second factors of Mia were reset.');
    await mia.reload();
    await find(mia, byRole('heading', 'サインイン'));
  });

  test('an owner with a passkey switches passwords off', async () => {
    await signOut(olga);
    await click(olga, byRole('button', 'Sign in with a passkey'));
    await find(olga, byRole('button', 'Remove Office'));
    await olga.goto(address('/access'));
    await click(olga, byRole('switch', 'Operators may sign in with a password'));
    await click(olga, byRole('button', 'Save'));
    await findText(olga, 'Saved.');
    await mia.reload();
    await findText(mia, 'ここではパスワードは使えません。');
    expect(await mia.$(byRole('textbox', 'パスワード'))).toBeNull();
    await inspect(mia);
  });
}, {});
