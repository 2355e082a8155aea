import { expect, test } from 'bun:test';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problems } from './problems.ts';
import { createPublicPages } from './publicPages.ts';

test('the client is served as it was built, and its absence is explained', async () => {
  const path = join(tmpdir(), `newsstand-client-${process.pid}.tgz`);
  const urls = { publicUrl: 'https://content.test', mediaUrl: 'https://content.test/media' };
  const page = createPublicPages(urls, () => true, path).get('/docs/client.tgz');
  const ask = (tag?: string) => page?.((name) => (name === 'if-none-match' ? tag : undefined));
  expect(ask()).toEqual(problems.clientMissing);
  try {
    await Bun.write(path, 'a package');
    const found = ask();
    expect(found).toMatchObject({ status: 200, body: Buffer.from('a package') });
    const [, tag = ''] = /^etag: (".+")\r$/m.exec(found?.headers ?? '') ?? [];
    expect(found?.headers).toContain('content-type: application/gzip\r\n');
    for (const held of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
      expect(ask(held)).toEqual({ status: 304, headers: found?.headers ?? '', body: undefined });
    expect(ask('"other"')).toEqual(found);
  } finally {
    await rm(path, { force: true });
  }
});
