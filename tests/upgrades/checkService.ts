import { expect } from 'bun:test';
import { importLines } from '../fillStore.ts';
import type { Running } from '../newsstandProcess.ts';
import { openEventStream } from '../openEventStream.ts';
import { answerOf, type Filled, type Key, press, publicUrl, serve } from './fixture.ts';
import type { Old } from './oldStores.ts';

/** Serves the store with today's program, and compares what is delivered. */
export async function checkService(old: Old): Promise<void> {
  const { filled, env } = old;
  const service = await serve({ ...env, NEWSSTAND_LOG_LEVEL: 'info' });
  try {
    await checkAnswers(service, filled);
    await checkPicture(service, filled);
    await checkOperator(service, filled);
    await checkEvents(service, old);
  } finally {
    const { stderr } = await service.end();
    expect(stderr).toContain('"migrating the store');
    expect(stderr).not.toContain('"level":"error"');
  }
}

/** Whether readers get what they got before, and perhaps more. */
export async function checkAnswers(service: Running, { answers, ...keys }: Filled): Promise<void> {
  for (const { as, path, status, body } of answers) {
    const answer = await answerOf(service.url, path, keys[as]);
    expect({ path, ...answer }).toMatchObject({ path, status, body });
  }
}

/** The address was given to readers by the old program; its signature is still valid. */
async function checkPicture({ url }: Running, { answers }: Filled): Promise<void> {
  const addresses = JSON.stringify(answers).matchAll(/"accessUrl":"(http:\/\/newsstand\.test[^"]+)"/g);
  const [[, address = ''] = []] = addresses;
  const response = await fetch(address.replace(publicUrl, url));
  expect([response.status, response.headers.get('content-type')?.split('/')[0]]).toEqual([200, 'image']);
}

async function checkOperator({ managementUrl }: Running, { password }: Filled): Promise<void> {
  const signIn = (secret: string) =>
    fetch(`${managementUrl}/manage/v1/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: managementUrl },
      body: JSON.stringify({ operatorId: 'ken', password: secret }),
    });
  expect((await signIn(password ?? 'none')).status).toBe(password === undefined ? 401 : 200);
  expect((await signIn('another password, and wrong')).status).toBe(401);
}

/** Events begin with the first change after the migration; positions from before are not known. */
async function checkEvents({ url }: Running, { filled, env }: Old): Promise<void> {
  const { key, secret }: Key = filled.reader;
  const headers = { 'x-svc-ac-api-key': key, 'x-svc-ac-api-secret': secret };
  const path = `${url}/events/projects/acme/spaces/web`;
  const before = await openEventStream(path, { headers: { ...headers, 'Last-Event-ID': '1-0-x' } });
  const stream = await openEventStream(path, { headers });
  const values = { title: 'Of today', body: {}, thumbnail: { mediaId: 'm1' } };
  const line = { ...press, contentId: 'n9', name: 'Of today', status: 'published', values };
  await importLines(env, [line]);
  await stream.untilHeard('opened', 'n9');
  expect(before.status === 400 || before.heard().some(({ type }) => type === 'reset')).toBe(true);
  stream.close();
  before.close();
}
