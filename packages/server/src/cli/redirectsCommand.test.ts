import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../tests/newsstandProcess.ts';
import { runHere } from '../../../../tests/runHere.ts';
import { Failure } from './Failure.ts';

const place = { projectId: 'acme', spaceId: 'web' };
const there = ['--project', 'acme', '--space', 'web'];

function news(contentId: string, oldPaths: unknown, more: object = {}): string {
  const values = { title: contentId, body: { oldPaths, blocks: [] }, thumbnail: { mediaId: 'm' } };
  return JSON.stringify({
    kind: 'news',
    ...place,
    instanceId: 'blog',
    contentId,
    name: 'n',
    values,
    ...more,
  });
}

const content = [
  JSON.stringify({ kind: 'media', ...place, mediaId: 'm', name: 'm', type: 'image' }),
  news('a', ['/2024/05/hello/', '/%E6%97%A5/$x'], { alias: 'hello', status: 'published' }),
  news('b', ['/2024/05/hello/', '/b" { return 500; }', 5], { status: 'published' }),
  news('c', ['/secret'], { status: 'draft' }),
  news('d', ['/later'], { status: 'published', openingAt: Date.UTC(2999, 0) }),
  news('e', 'none', { status: 'published' }),
  // Its old address is the new one of another article, and its own.
  news('f', ['/blog/e/', '/blog/%66', '/?p=7', '/'], { status: 'published' }),
].join('\n');

async function redirects(...words: string[]) {
  return await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const file = join(folder, 'content.ndjson');
    await Bun.write(file, content);
    await runHere(['import', file], env);
    const { stdout, error } = await runHere(['redirects', ...words], env);
    return error instanceof Failure ? `${error.exitCode}: ${error.message}` : stdout;
  });
}

test('writes where live articles were, and nothing of others', async () => {
  expect(await redirects('--for', 'netlify', ...there)).toBe(
    '/2024/05/hello/ /blog/hello 301\n/%E6%97%A5/$x /blog/hello 301\n/b%22%20%7B%20return%20500;%20%7D /blog/b 301\n',
  );
  const cloudflare = ['--for', 'cloudflare', '--site-url', 'https://example.com/', '--to', '/n/{id}'];
  expect(await redirects(...cloudflare, ...there)).toBe(
    'https://example.com/2024/05/hello/,https://example.com/n/a,301\nhttps://example.com/%E6%97%A5/$x,https://example.com/n/a,301\nhttps://example.com/b%22%20%7B%20return%20500;%20%7D,https://example.com/n/b,301\nhttps://example.com/blog/e/,https://example.com/n/f,301\nhttps://example.com/blog/%66,https://example.com/n/f,301\n',
  );
  expect(await redirects('--for', 'nginx', ...there, '--instance', 'blog')).toContain(
    '  "/2024/05/hello/" "/blog/hello";\n  "/日/$x" "/blog/hello";\n  "/b\\" { return 500; }" "/blog/b";\n}',
  );
  expect(await redirects('--for', 'caddy', ...there)).toContain('  "/2024/05/hello/" "/blog/hello"\n');
});

test('names every live article without an old address, and nothing of others', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    await Bun.write(join(folder, 'content.ndjson'), content);
    await runHere(['import', join(folder, 'content.ndjson')], env);
    const { stderr } = await runHere(['redirects', '--for', 'nginx', ...there], env);
    const named = stderr.split('\n').filter((line) => line.includes('no old address'));
    expect(named.map((line) => /\/\S+/.exec(line)?.[0])).toEqual(['/blog/e']);
  });
});

test('says what is wrong with its options', async () => {
  expect(await redirects('--for', 'apache', ...there)).toStartWith('2: --for must be one of nginx, caddy');
  expect(await redirects('--for', 'nginx', ...there, '--to', '/news')).toContain('contains {alias} or {id}');
  expect(await redirects('--for', 'nginx', ...there, '--to', '/{slug}/{id}')).toContain('no other braces');
  expect(await redirects('--for', 'cloudflare', ...there)).toContain('--site-url is needed');
  const typo = ['--for', 'nginx', '--project', 'acme', '--space', 'wbe'];
  expect(await redirects(...typo)).toBe('1: there is no acme/wbe; newsstand status shows what there is');
});
