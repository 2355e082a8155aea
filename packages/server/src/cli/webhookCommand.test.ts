import { expect, test } from 'bun:test';
import { z } from 'zod';
import { inStoreFolder } from '../../../../tests/inStoreFolder.ts';
import { type Outcome, runNewsstand } from '../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../tests/runHere.ts';
import { openStore } from '../store/openStore.ts';
import { startReceiver } from '../webhooks/testing/startReceiver.ts';
import { verify } from '../webhooks/testing/verify.ts';

const issued = z.object({ webhookId: z.string(), secret: z.string() });
type Run = (...words: string[]) => Promise<Outcome>;

/** Runs `webhook` commands on a store of their own. */
function withWebhooks<T>(work: (run: Run, env: Record<string, string>) => Promise<T>) {
  return inStoreFolder((folder) => {
    const env = { NEWSSTAND_DATA: folder, NEWSSTAND_WEBHOOK_PRIVATE: 'true' };
    return work((...words) => outcomeHere(['webhook', ...words], env), env);
  });
}

async function create(run: Run, url: string, ...words: string[]) {
  const { code, stdout } = await run('create', '--url', url, '--project', 'acme', '--json', ...words);
  expect(code).toBe(0);
  return issued.parse(JSON.parse(stdout));
}

test('create shows the secret once, and list shows everything else', async () => {
  await withWebhooks(async (run) => {
    const { stderr } = await run('list');
    expect(stderr).toContain('There are no webhooks yet');
    const url = 'https://example.com/hook';
    const { webhookId, secret } = await create(run, url, '--kinds', 'news,banner', '--events', 'opened');
    const plain = await run('create', '--url', url, '--project', 'acme', '--space', 'web', '--build');
    expect(plain.stdout).toMatch(/^webhook {2}wh_\S+\nsecret {3}whsec_\S+\n$/);
    expect(plain.stderr).not.toContain('whsec_');
    const list = await run('list');
    expect(list.stdout).toMatch(new RegExp(`^${webhookId} +acme +events +on +0 +\\S+ +${url}$`, 'm'));
    expect(list.stdout).toMatch(/^wh_\S+ +acme\/web +build +on /m);
    const json = (await run('list', '--json')).stdout;
    expect(JSON.parse(json)[0]).toMatchObject({ webhookId, kinds: ['news', 'banner'], events: ['opened'] });
    expect(list.stdout + json).not.toContain('whsec_');
    expect(secret).toStartWith('whsec_');
  });
});

test('wrong usage is told, and changes nothing', async () => {
  await withWebhooks(async (run) => {
    const place = ['--project', 'acme'];
    const wrong = [
      ['create', ...place],
      ['create', '--url', 'https://example.com'],
      ['create', '--url', 'ftp://example.com', ...place],
      ['create', '--url', 'https://a:b@example.com', ...place],
      ['create', '--url', 'https://example.com', '--instance', 'press', ...place],
      ['create', '--url', 'https://example.com', '--kinds', 'page', ...place],
      ['create', '--url', 'https://example.com', '--events', '', ...place],
      ['log', 'wh_1', '--size', '0'],
      ['rotate', 'wh_1', '--grace', 'soon'],
    ];
    for (const words of wrong) expect([words, (await run(...words)).code]).toEqual([words, 2]);
    const secret = 'whsec_pastedByMistake';
    for (const name of ['test', 'log', 'rotate', 'enable', 'disable', 'remove', 'replay']) {
      const { code, stderr } = await run(name, secret);
      expect([name, code]).toEqual([name, 1]);
      expect(stderr).not.toContain(secret);
    }
    expect((await run('list', '--json')).stdout).toBe('[]\n');
  });
});

test('a private address is refused as in the console, unless it is allowed', async () => {
  await withWebhooks(async (run, env) => {
    const order = (url: string) => ['create', '--url', url, '--project', 'acme'];
    for (const url of ['http://127.0.0.1:1/', 'https://10.0.0.5/x', 'http://[::1]/', 'http://localhost/']) {
      const words = ['webhook', ...order(url)];
      const { code, stdout, stderr } = await outcomeHere(words, {
        ...env,
        NEWSSTAND_WEBHOOK_PRIVATE: 'false',
      });
      expect([url, code, stdout]).toEqual([url, 2, '']);
      expect(stderr).toContain(
        '--url: the address is private, of this machine, or reserved; NEWSSTAND_WEBHOOK_PRIVATE',
      );
    }
    expect((await run('list', '--json')).stdout).toBe('[]\n');
    expect((await run(...order('http://127.0.0.1:1/'))).code).toBe(0);
  });
});

test('test, log, replay, rotate, disable, enable and remove', async () => {
  await withWebhooks(async (run, env) => {
    await using receiver = startReceiver();
    const { webhookId, secret } = await create(run, `${receiver.url}/token`);
    // In a process of its own, as users run it.
    const sent = await runNewsstand(['webhook', 'test', webhookId], { env });
    expect(sent).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^status 200, \d+ ms\n$/),
      stderr: '',
    });
    receiver.answer = () => new Response('', { status: 500 });
    const refused = await run('test', webhookId);
    expect(refused).toMatchObject({ code: 1, stdout: expect.stringMatching(/^status 500, /) });
    const [call] = receiver.calls;
    expect(call && (await verify(secret, call.headers, call.text))).toBe(true);

    const log = await run('log', webhookId);
    expect(log.stdout).toMatch(
      /^ +2 +\S+ +test +failed +1 +status 500\n +1 +\S+ +test +delivered +1 +status 200$/m,
    );
    expect(await run('replay', '2')).toMatchObject({ code: 0 });
    expect((await run('log', webhookId, '--size', '1')).stdout).toMatch(/^ +3 .* pending +0$/m);

    const rotated = issued.parse(JSON.parse((await run('rotate', webhookId, '--json')).stdout));
    await run('test', webhookId);
    const last = receiver.calls.at(-1);
    for (const each of [secret, rotated.secret])
      expect(last && (await verify(each, last.headers, last.text))).toBe(true);

    expect((await run('disable', webhookId)).stderr).toBe(`The webhook ${webhookId} is off.\n`);
    expect((await run('replay', '2')).stderr).toContain('switched off');
    await run('disable', webhookId);
    expect((await run('enable', webhookId)).stderr).toBe(`The webhook ${webhookId} is on.\n`);
    expect((await run('remove', webhookId)).code).toBe(0);
    expect((await run('list', '--json')).stdout).toBe('[]\n');

    const store = await openStore(`sqlite:${env['NEWSSTAND_DATA']}/newsstand.db`);
    const entries = await store.read((reader) => reader.audit({ most: 50 }));
    await store.close();
    expect(entries.map(({ action }) => action.replace('webhook.', '')).toReversed()).toEqual([
      ...['create', 'test', 'test', 'replay', 'rotate', 'test', 'disable', 'enable', 'remove'],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/token|whsec_/);
  });
});

test('a test of a private address is refused unless that is allowed', async () => {
  await withWebhooks(async (run, env) => {
    await using receiver = startReceiver();
    const { webhookId } = await create(run, receiver.url);
    const { code, stdout } = await outcomeHere(['webhook', 'test', webhookId], {
      ...env,
      NEWSSTAND_WEBHOOK_PRIVATE: 'false',
    });
    expect(code).toBe(1);
    expect(stdout).toContain('NEWSSTAND_WEBHOOK_PRIVATE=true would allow it');
    expect(receiver.calls).toHaveLength(0);
  });
});
