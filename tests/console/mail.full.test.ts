import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { startSmtp } from '../../packages/server/src/mail/testing/startSmtp.ts';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, choose, click, fill, find, findText } from '../browser/interactions.ts';
import { until } from '../testing/until.ts';
import { describeConsole } from './describeConsole.ts';
import { phoneWidth } from './describePages.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const settings: Record<string, string> = { NEWSSTAND_MAIL_FROM: 'Newsstand <news@example.com>' };

beforeAll(async () => {
  smtp = await startSmtp();
  settings['NEWSSTAND_SMTP_URL'] = `smtp://127.0.0.1:${smtp.port}`;
});
afterAll(() => smtp[Symbol.asyncDispose]());

describeConsole(
  (service) => {
    let olga: Page;
    const mail = () => service().manage('/session/mail');
    const untilMail = (part: string) =>
      until(
        `${part} to be stored`,
        async () => JSON.stringify(await mail()),
        (text) => text.includes(part),
      );
    const untilReceived = (count: number) =>
      until(
        `${count} mails`,
        () => smtp.received,
        ({ length }) => length === count,
      );
    const field = byRole('textbox', 'E-mail address');

    /** The link in the last mail. */
    const lastLink = () => {
      const text = smtp.received.at(-1)?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
      return /^http\S+#confirm=\S+$/m.exec(text)?.[0] ?? '';
    };

    beforeAll(async () => {
      olga = await service().openPage();
      await olga.goto(`${service().url}/console/account`);
    });

    test('an address is entered, and used once the link in the mail is followed', async () => {
      await fill(olga, field, 'olga@example.com');
      await click(olga, byRole('button', 'Save address'));
      await findText(olga, 'We sent a link to olga@example.com.');
      await untilReceived(1);
      expect(smtp.received[0]?.to).toEqual(['olga@example.com']);
      expect(await mail()).toMatchObject({ unconfirmedEmail: 'olga@example.com', language: 'en' });
      await click(olga, byRole('button', 'Send the link again'));
      await untilReceived(2);
      await olga.goto('about:blank');
      await olga.goto(lastLink());
      await findText(olga, 'Use olga@example.com for your mails?');
      expect(await inspectPage(olga, phoneWidth)).toEqual(nothingWrong);
      expect(await mail()).not.toHaveProperty('email');
      await click(olga, byRole('button', 'Use this address'));
      await findText(olga, 'Your mails now go to olga@example.com.');
      expect(await mail()).toEqual({
        ...{ isAvailable: true, email: 'olga@example.com', review: true, language: 'en' },
      });
      expect(new URL(olga.url()).hash).toBe('');
    });

    test('a link works once', async () => {
      await olga.goto('about:blank');
      await olga.goto(lastLink());
      await findText(olga, 'This link has been used or has expired.');
    });

    test('mails about reviews are switched off, and follow the language of the console', async () => {
      await click(olga, byRole('checkbox', 'Tell me about reviews'));
      await untilMail('"review":false');
      await click(olga, byRole('radio', '日本語'));
      await untilMail('"language":"ja"');
      await findText(olga, 'メールアドレス');
      await click(olga, byRole('radio', 'English'));
      await untilMail('"language":"en"');
      await fill(olga, field, '');
      await click(olga, byRole('button', 'Save address'));
      await findText(olga, 'Your address was removed.');
      expect(await mail()).toEqual({ isAvailable: true, review: false, language: 'en' });
    });

    test('events of reviews are chosen for a webhook by name, and not for one that starts builds', async () => {
      await olga.goto(`${service().url}/console/webhooks`);
      await click(olga, byRole('button', 'New webhook'));
      const dialog = await find(olga, byRole('dialog', 'New webhook'));
      await fill(dialog, byRole('textbox', 'URL'), 'https://hook.example.com/');
      await choose(dialog, byRole('combobox', 'Scope'), 'all of demo');
      await click(dialog, byRole('checkbox', 'is proposed'));
      await click(dialog, byRole('checkbox', 'Build hook: gather a burst of changes into one call'));
      expect(await dialog.$(byRole('checkbox', 'is proposed'))).toBeNull();
      await click(dialog, byRole('checkbox', 'Build hook: gather a burst of changes into one call'));
      await find(dialog, byRole('checkbox', 'is sent back'));
      await click(dialog, byRole('button', 'Create webhook'));
      const webhooks = await until(
        'the webhook',
        () => service().manage('/projects/demo/webhooks'),
        (all) => JSON.stringify(all).includes('hook.example.com'),
      );
      expect(webhooks).toMatchObject([
        { events: ['opened', 'changed', 'closed', 'removed', 'review.proposed'] },
      ]);
    });
  },
  { settings },
);
