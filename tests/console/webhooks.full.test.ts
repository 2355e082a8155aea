import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'puppeteer-core';
import { z } from 'zod';
import { type Receiver, startReceiver } from '../../packages/server/src/webhooks/testing/startReceiver.ts';
import { verify } from '../../packages/server/src/webhooks/testing/verify.ts';
import { inspectPage, nothingWrong } from '../browser/inspectPage.ts';
import { byRole, choose, click, fill, find, findText, waitUntilGone } from '../browser/interactions.ts';
import { emulate } from '../browser/openBrowser.ts';
import { until } from '../testing/until.ts';
import type { ConsolePage } from './consolePages.ts';
import { describeConsole } from './describeConsole.ts';
import { describePages, phoneWidth } from './describePages.ts';

const all = '/projects/demo/webhooks';
const place = { projectId: 'demo', spaceId: 'web', instanceId: 'press' };
const known = 'http://127.0.0.1:1/refused';
const issued = z.looseObject({ webhookId: z.string() });
const webhooks = z.array(z.looseObject({ url: z.string(), pending: z.int() }));

/** The pages of a webhook that nobody receives. */
const pages: Readonly<Record<string, ConsolePage>> = {
  webhooks: { path: '/webhooks', sign: ['table', 'Webhooks', 'Webhook'] },
  'a log': {
    ...{ path: '/webhooks', clicks: [['link', known]] },
    sign: ['table', 'Calls', '通知の記録'],
  },
  'a call': {
    path: '/webhooks',
    clicks: [
      ['link', known],
      ['button', 'Details of call 1', '通知1の詳細'],
    ],
    sign: ['figure', 'Request', '送信した内容'],
  },
};

describeConsole(
  (service) => {
    let olga: Page;
    let receiver: Receiver;
    const visit = (path: string) => olga.goto(`${service().url}/console${path}`);
    const importNews = (contentId: string) =>
      service().importRecords([
        {
          ...{ kind: 'news', ...place, contentId, name: contentId, status: 'published' },
          values: { title: contentId, thumbnail: { mediaId: 'm-beans' }, body: {} },
        },
      ]);
    const secretShown = async () => {
      await findText(olga, 'whsec_');
      return z.string().parse(await olga.evaluate(`document.querySelector('figure pre').textContent`));
    };
    const closeSecret = async () => {
      await click(olga, byRole('button', 'Done'));
      await findText(olga, 'You have not copied the secret yet.');
      await click(olga, byRole('button', 'Close anyway'));
      await waitUntilGone(olga, byRole('dialog'));
    };
    const pendingOf = async (url: string) =>
      webhooks.parse(await service().manage(all)).find((each) => each.url === url)?.pending;
    const untilCalls = (count: number) =>
      until(
        `${count} calls`,
        () => receiver.calls,
        ({ length }) => length === count,
      );
    const actions = () => byRole('button', `Actions for ${receiver.url}`);
    /** How many of the secrets have signed the last call. */
    const signedWith = async (...secrets: string[]) => {
      const { headers, text } = receiver.calls.at(-1) ?? { headers: new Headers(), text: '' };
      const results = await Promise.all(secrets.map((secret) => verify(secret, headers, text)));
      return results.filter(Boolean).length;
    };

    beforeAll(async () => {
      receiver = startReceiver();
      olga = await service().openPage();
      const { webhookId } = issued.parse(
        await service().manage(all, { method: 'POST', body: { url: known, kinds: ['tag'], drafts: true } }),
      );
      await service().manage(`${all}/${webhookId}/test`, { method: 'POST' });
    });
    afterAll(() => receiver[Symbol.asyncDispose]());

    describePages(service, pages);

    const entries = ['Send a test event', 'Edit', 'New secret', 'Switch off', 'Remove'];
    test.each(entries)(
      'the dialog “%s”: accessible in both colour schemes, and fits a phone',
      async (entry) => {
        await emulate(olga, { reducedMotion: true });
        await visit('/webhooks');
        await click(olga, byRole('button', `Actions for ${known}`));
        await click(olga, byRole('menuitem', entry));
        await find(olga, byRole('dialog'));
        await waitUntilGone(olga, byRole('menu'));
        expect(await inspectPage(olga, phoneWidth)).toEqual(nothingWrong);
      },
    );

    let secret: string;

    test('a webhook is created for an instance; its secret is shown once', async () => {
      await emulate(olga, { reducedMotion: true });
      await visit('/webhooks');
      await click(olga, byRole('button', 'New webhook'));
      const dialog = await find(olga, byRole('dialog', 'New webhook'));
      await fill(dialog, byRole('textbox', 'URL'), 'example.com');
      await click(dialog, byRole('button', 'Create webhook'));
      await findText(olga, 'Enter a complete URL');
      await findText(olga, 'Choose a scope.');
      await fill(dialog, byRole('textbox', 'URL'), receiver.url);
      await choose(dialog, byRole('combobox', 'Scope'), 'demo / web / press only');
      await click(dialog, byRole('checkbox', 'banners'));
      await click(dialog, byRole('button', 'Create webhook'));
      await find(olga, byRole('dialog', 'Your new webhook'));
      secret = await secretShown();
      await find(olga, byRole('link', 'Standard Webhooks'));
      await closeSecret();
      expect(String(await olga.content())).not.toContain(secret);
      expect(webhooks.parse(await service().manage(all)).at(-1)).toMatchObject({
        ...{ ...place, url: receiver.url, kinds: ['news'], build: false, drafts: false },
      });
    });

    test('an import calls the receiver; the log shows it, and it can be sent again', async () => {
      await importNews('hooked');
      await untilCalls(1);
      expect(await signedWith(secret)).toBe(1);
      await visit('/webhooks');
      await click(olga, byRole('link', receiver.url));
      await findText(olga, 'demo / web / press / hooked');
      const [call] = receiver.calls;
      await click(olga, byRole('button', 'Details of call 2'));
      await findText(olga, call?.headers.get('webhook-id') ?? '');
      await findText(olga, '"id": "hooked"');
      await findText(olga, 'Response: 200');
      await click(olga, byRole('button', 'Send again: call 2'));
      await untilCalls(2);
      expect(receiver.calls[1]?.headers.get('webhook-id')).toBe(call?.headers.get('webhook-id'));
      expect(receiver.calls[1]?.text).toBe(call?.text ?? '');
    });

    test('a test event shows the response; what fails is retried, and is in the log', async () => {
      receiver.answer = () => new Response('try later', { status: 503 });
      await click(olga, byRole('button', 'Send a test event'));
      const dialog = await find(olga, byRole('dialog'));
      await click(dialog, byRole('button', 'Send'));
      await findText(olga, 'the receiver answered with status 503');
      await findText(olga, 'try later');
      await click(dialog, byRole('button', 'Close'));
      await importNews('later');
      await findText(olga, 'Will retry');
      receiver.answer = () => new Response('fine');
      await until(
        'nothing to be pending',
        () => pendingOf(receiver.url),
        (pending) => pending === 0,
      );
      await click(olga, byRole('radio', 'Failed'));
      await waitUntilGone(olga, byRole('button', 'Details of call 2'));
      await findText(olga, '503');
    });

    test('after a rotation, both secrets sign for a while', async () => {
      await visit('/webhooks');
      await click(olga, actions());
      await click(olga, byRole('menuitem', 'New secret'));
      await click(olga, byRole('radio', '1 hour'));
      await click(olga, byRole('button', 'Create new secret'));
      await find(olga, byRole('dialog', 'The new secret'));
      const next = await secretShown();
      expect(next).not.toBe(secret);
      await closeSecret();
      await findText(olga, 'old secret until');
      await click(olga, actions());
      await click(olga, byRole('menuitem', 'Send a test event'));
      await click(olga, byRole('button', 'Send'));
      await findText(olga, 'Accepted with status 200');
      expect(await signedWith(secret, next)).toBe(2);
      await click(olga, byRole('button', 'Close'));
    });

    test('a webhook that was switched off says why, and is switched on again with a reset', async () => {
      receiver.answer = () => new Response('', { status: 410 });
      await importNews('gone');
      await findText(olga, 'The receiver said that it is gone for good (410).');
      receiver.answer = () => new Response('fine');
      await click(olga, byRole('button', 'Switch on again'));
      await click(olga, byRole('button', 'Switch on'));
      await findText(olga, 'is on.');
      await until(
        'a reset',
        () => receiver.calls.at(-1)?.body.type,
        (type) => type === 'reset',
      );
    });

    test('a webhook is edited and removed; the audit log says so', async () => {
      await click(olga, actions());
      await click(olga, byRole('menuitem', 'Edit'));
      const dialog = await find(olga, byRole('dialog'));
      await click(dialog, byRole('checkbox', 'changes'));
      await click(dialog, byRole('button', 'Save'));
      await findText(olga, 'goes live, closes, is deleted');
      await click(olga, actions());
      await click(olga, byRole('menuitem', 'Remove'));
      await findText(olga, 'Its secret and its log of calls are deleted.');
      await click(olga, byRole('button', 'Remove permanently'));
      await waitUntilGone(olga, byRole('link', receiver.url));
      const urls = webhooks.parse(await service().manage(all)).map(({ url }) => url);
      expect(urls).toEqual([known]);
      await visit('/audit');
      const host = new URL(receiver.url).host;
      await findText(olga, `Olga Owner removed the webhook of ${host}`);
      await findText(olga, `The service switched off the webhook of ${host}`);
      await findText(olga, `Olga Owner sent a call to ${host} again`);
    });
  },
  { settings: { NEWSSTAND_WEBHOOK_PRIVATE: 'true' } },
);
