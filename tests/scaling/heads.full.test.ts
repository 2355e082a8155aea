import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createKey, importLines } from '../fillStore.ts';
import { inTemporaryFolder, startNewsstand } from '../newsstandProcess.ts';
import { frontFolder } from './frontFiles.ts';

/** The limits that docs/scaling/nginx-common.conf relies on. */
const longestHead = 4096;
/** The bytes that nginx itself puts before the key. */
const cacheHeader = 1024;

/** An ID of maximum length. */
const id = (start: string) => start.padEnd(128, '-');
const place = { projectId: id('project'), spaceId: id('space') };
const [instanceId, categoryId, mediaId] = [id('instance'), id('category'), id('media')];
const tagIds = Array.from({ length: 30 }, (_, n) => id(`tag${n}`));
const alias = id('alias');
const origin = `https://${'long.'.repeat(50)}example.com`;

const content = [
  { kind: 'category', ...place, categoryId, name: 'Category' },
  { kind: 'media', ...place, mediaId, name: 'Media', type: 'image' },
  ...tagIds.map((tagId) => ({ kind: 'tag', ...place, tagId, name: tagId })),
  ...[1, 4, 30].map((tags) => ({
    kind: 'news',
    ...place,
    instanceId,
    contentId: id(`item${tags}`),
    name: 'Item',
    alias: `${tags}${alias}`.slice(0, 128),
    status: 'published',
    values: { title: 'Item', body: {}, thumbnail: { mediaId } },
    category: { categoryId },
    tags: tagIds.slice(0, tags).map((tagId) => ({ tagId })),
  })),
];

test('every response head fits into nginx’s buffer after the longest key', async () => {
  const file = await Bun.file(join(frontFolder, 'nginx-common.conf')).text();
  const sizes = (name: string) => [
    ...(new RegExp(`^${name} (.*);$`, 'm').exec(file)?.[1] ?? '').matchAll(/(\d+)(k?)/g),
  ];
  const bytes = (name: string) =>
    sizes(name).map(([, number, unit]) => Number(number) * (unit === 'k' ? 1024 : 1));
  const [first = 0] = bytes('client_header_buffer_size');
  const [count = 0, size = 0] = bytes('large_client_header_buffers');
  const [buffer = 0] = bytes('proxy_buffer_size');
  // The key is made of parts of the request.
  expect(first + count * size).toBeGreaterThan(0);
  expect(buffer).toBeGreaterThanOrEqual(cacheHeader + first + count * size + longestHead);

  const heads = await inTemporaryFolder(async (folder) => {
    const env = {
      NEWSSTAND_DATA: join(folder, 'data'),
      NEWSSTAND_SHARED_CACHE: 'true',
      NEWSSTAND_CDN_MAX_AGE: '31536000',
      NEWSSTAND_RATE_LIMIT: '999999/3600s',
      NEWSSTAND_CORS_ORIGINS: origin,
      NEWSSTAND_LOG_LEVEL: 'warn',
    };
    await importLines(env, content);
    const keys = await createKey(env, ['--project', place.projectId]);
    const running = await startNewsstand([], env);
    const space = `/static/projects/${place.projectId}/spaces/${place.spaceId}`;
    const news = `${space}/news/instances/${instanceId}/news`;
    const asked = [
      ...[1, 4, 30].flatMap((tags) => [
        `${news}/${id(`item${tags}`)}`,
        `${news}/${`${tags}${alias}`.slice(0, 128)}`,
      ]),
      `${news}?includeTags=true&includeCategory=true&category=${categoryId}&tags=${tagIds.join(',')}`,
      `${news}?size=0&page=0&nothing=1`,
      `${space}/collection/medias/${mediaId}`,
      `${space}/collection/tags`,
      '/media/unsafe/x',
      '/docs',
      '/nothing',
    ];
    const lengths: [string, number][] = [];
    for (const path of asked) {
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const response = await fetch(running.url + path, {
          method,
          headers: {
            origin,
            'x-svc-ac-api-key': keys.key,
            'x-svc-ac-api-secret': keys.secret,
            'x-request-id': 'r'.repeat(128),
          },
        });
        await response.arrayBuffer();
        const lines = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
        lengths.push([`${method} ${path.slice(0, 80)} ${response.status}`, lines.length]);
      }
    }
    running.kill('SIGKILL');
    return lengths;
  });
  const longest = heads.reduce((most, [, length]) => Math.max(most, length), 0);
  // Make sure that the keys of an item with long IDs are included.
  expect(longest).toBeGreaterThan(2000);
  expect(heads.filter(([, length]) => length > longestHead - 200)).toEqual([]);
});
