import { expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '../media/serve/testing/everyFile.ts';
import { problems } from './problems.ts';
import { createPublicPages } from './publicPages.ts';

test('the client is served as it was built, and its absence is explained', async () => {
  const path = join(tmpdir(), `newsstand-client-${process.pid}.tgz`);
  const urls = { publicUrl: 'https://content.test', mediaUrl: 'https://content.test/media' };
  const page = createPublicPages(urls, () => true, path).get('/docs/client.tgz');
  const ask = async (tag?: string) =>
    await page?.({ ...patient, header: (name) => (name === 'if-none-match' ? tag : undefined) });
  expect(await ask()).toEqual(problems.clientMissing);
  try {
    await Bun.write(path, 'a package');
    const found = await ask();
    expect(found).toMatchObject({ status: 200, body: Buffer.from('a package') });
    const [, tag = ''] = /^etag: (".+")\r$/m.exec(found?.headers ?? '') ?? [];
    expect(found?.headers).toContain('content-type: application/gzip\r\n');
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
      expect(await ask(held)).toEqual({ status: 304, headers: found?.headers ?? '', body: undefined });
    expect(await ask('"other"')).toEqual(found);
  } finally {
    await rm(path, { force: true });
  }
});

test('the reference is compressed for whoever takes that, and sent again only if it has changed', async () => {
  const urls = { publicUrl: 'https://content.test', mediaUrl: 'https://content.test/media' };
  const pages = createPublicPages(urls, () => true);
  for (const path of ['/docs', '/openapi.json']) {
    const ask = async (headers: Readonly<Record<string, string>> = {}) => {
      const response = await pages.get(path)?.({ ...patient, header: (name) => headers[name] });
      if (response === undefined || 'code' in response) throw new Error(`${path} is not a page`);
      const [, tag = ''] = /^etag: (.+)\r$/m.exec(response.headers) ?? [];
      const bytes = response.body instanceof Uint8Array ? Buffer.from(response.body) : Buffer.of();
      return { ...response, tag, bytes };
    };
    const asked = [ask(), ask({ 'accept-encoding': 'gzip, deflate, br' }), ask()] as const;
    const [plain, zipped, another] = await Promise.all(asked);
    // Made once for all who wait for it.
    expect(another.body).toBe(plain.body);
    expect(zipped.headers).toContain('content-encoding: gzip\r\n');
    expect(plain.headers).not.toContain('content-encoding');
    expect(Buffer.from(Bun.gunzipSync(zipped.bytes)).equals(plain.bytes)).toBe(true);
    expect(zipped.bytes.length * 4).toBeLessThan(plain.bytes.length);
    expect(zipped.tag).not.toBe(plain.tag);
    expect((await ask({ 'accept-encoding': 'br' })).tag).toBe(plain.tag);
    expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': zipped.tag })).status).toBe(304);
    expect((await ask({ 'accept-encoding': 'gzip', 'if-none-match': plain.tag })).status).toBe(200);
  }
  expect(pages.get('/docs/')?.(patient)).toMatchObject({ status: 308 });
});
