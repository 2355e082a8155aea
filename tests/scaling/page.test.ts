import { expect, test } from 'bun:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { vary } from '../../packages/server/src/delivery/ResponseCache.ts';
import { frontFolder } from './frontFiles.ts';

const page = join(frontFolder, '../scaling.md');

test('the page contains the files unchanged', async () => {
  const text = await Bun.file(page).text();
  for (const name of await readdir(frontFolder)) {
    const [, shown] = new RegExp(`scaling/${name}\\).*?\`\`\`\\w+\n(.*?)\`\`\`\n`, 's').exec(text) ?? [];
    expect([name, shown]).toEqual([name, await Bun.file(join(frontFolder, name)).text()]);
  }
});

test('the cache key contains everything that a response varies by', async () => {
  const file = await Bun.file(join(frontFolder, 'nginx-common.conf')).text();
  const key = /^proxy_cache_key "(.*)";$/m.exec(file)?.[1] ?? '';
  const parts = vary.split(', ').map((name) => (name === 'accept-encoding' ? '$packing' : variableOf(name)));
  expect(key.split(' ').sort()).toEqual(['$request_uri', ...parts].sort());
});

/** The nginx variable of a request header. */
function variableOf(name: string): string {
  return `$http_${name.replaceAll('-', '_')}`;
}

test('the hash of Varnish covers everything that a response varies by', async () => {
  const file = await Bun.file(join(frontFolder, 'varnish.vcl')).text();
  expect(file).toContain(`beresp.http.Vary == "${vary}"`);
  const hashed = [...file.matchAll(/hash_data\(req\.http\.(\S+)\)/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  expect(['accept-encoding', ...hashed].sort()).toEqual(vary.split(', ').sort());
});
