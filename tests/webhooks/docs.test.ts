import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { z } from 'zod';
import { attemptCall } from '../../packages/server/src/webhooks/attemptCall.ts';
import { startReceiver } from '../../packages/server/src/webhooks/testing/startReceiver.ts';
import { usualTiming } from '../../packages/server/src/webhooks/timing.ts';
import { inTemporaryFolder } from '../newsstandProcess.ts';

const page = await Bun.file(join(import.meta.dir, '../../docs/events.md')).text();

const example = z.object({
  isGenuine: z.custom<(secret: string, headers: Headers, body: string) => boolean>(
    (value) => typeof value === 'function',
  ),
});

test('the example in the docs accepts genuine calls, and no others', async () => {
  await inTemporaryFolder(async (folder) => {
    const [, code = ''] = /^```javascript\n(.*?)^```$/ms.exec(page) ?? [];
    const path = join(folder, 'example.js');
    await Bun.write(path, code);
    const { isGenuine } = example.parse(await import(path));
    await using receiver = startReceiver();
    const [secret, older, other] = [1, 2, 3].map((byte) => `whsec_${btoa(`${byte}`.repeat(24))}`);
    if (secret === undefined || older === undefined || other === undefined) throw new Error('no secrets');
    const webhook = {
      ...{
        webhookId: 'wh_1',
        url: receiver.url,
        projectId: 'acme',
        build: false,
        drafts: false,
        createdAt: 1,
      },
      secrets: [{ secret }, { secret: older, until: Date.now() + 60_000 }],
    };
    const body = JSON.stringify({ type: 'test', timestamp: '', data: { projectId: 'ü', at: 1 } });
    const call = {
      ...{ webhookId: 'wh_1', messageId: 'msg_1', type: 'test', thing: '', body, createdAt: 1, attempts: 0 },
      ...({ state: 'pending', dueAt: 1 } as const),
    };
    const send = async (at: number) => {
      await attemptCall(webhook, call, { allowsPrivate: true }, at);
      const { headers, text } = receiver.calls.at(-1) ?? { headers: new Headers(), text: '' };
      return { headers, text };
    };
    const { headers, text } = await send(Date.now());
    expect(isGenuine(secret, headers, text)).toBe(true);
    expect(isGenuine(older, headers, text)).toBe(true);
    expect(isGenuine(other, headers, text)).toBe(false);
    expect(isGenuine(secret, headers, `${text} `)).toBe(false);
    expect(isGenuine(secret, new Headers(), text)).toBe(false);
    const old = await send(Date.now() - 301_000);
    expect(isGenuine(secret, old.headers, old.text)).toBe(false);
  });
});

test('the docs name the times that are in force', () => {
  const { buildQuiet, buildLongest, firstRetry, retrying, mostPending } = usualTiming;
  expect(page).toContain(`for ${buildQuiet / 1000} seconds, and after ${buildLongest / 1000} seconds`);
  expect(page).toContain(`again after ${firstRetry / 1000} seconds`);
  expect(page).toContain(`After ${retrying / 3_600_000} hours`);
  expect(page).toContain(`${mostPending.toLocaleString('en')} pending calls`);
});
