import { describe, expect, test } from 'bun:test';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { StoreError } from '../../store/StoreError.ts';
import { type Ask, type TestApi, withApi } from '../api/testing/withApi.ts';
import { preferredLanguage } from './consolePage.ts';

const files = {
  'signIn-1a.js': true,
  'signIn-1a.css': true,
  'chunk-2b.js': true,
  'console-3c.js': false,
  'chunk-4d.js': false,
  'chunk-en.js': true,
};
const textOf = (name: string) => `/* ${name} */`.repeat(20);

async function build(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of Object.keys(files)) {
    await Bun.write(join(folder, name), textOf(name));
    await Bun.write(join(folder, `${name}.gz`), Bun.gzipSync(textOf(name)));
    await Bun.write(join(folder, `${name}.br`), brotliCompressSync(textOf(name)));
  }
  const entries = Object.entries(files).map(([name, isOpen]) => {
    const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8';
    return [name, { type, isOpen, encodings: ['br', 'gzip'] }] as const;
  });
  const manifest = {
    pages: {
      signIn: { script: 'signIn-1a.js', styles: ['signIn-1a.css'], preload: ['chunk-2b.js'] },
      console: {
        script: 'console-3c.js',
        styles: ['signIn-1a.css'],
        preload: ['chunk-2b.js', 'chunk-4d.js'],
      },
    },
    brand: { icon: 'icon-5e.svg', touchIcon: 'icon-192-6f.png', webManifest: 'newsstand-7a.webmanifest' },
    languages: {
      en: { noScript: 'Turn on <JavaScript>.', words: ['chunk-en.js'] },
      ja: { noScript: 'JavaScript が必要です。', words: ['chunk-2b.js', 'chunk-ja.js'] },
    },
    files: Object.fromEntries(entries),
  };
  await Bun.write(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

const withConsole = (work: (api: TestApi, cookie: string) => Promise<void>) =>
  withApi(async (api) => {
    await build(api.consoleFolder);
    await api.addOperator('ann', [{ projectId: 'acme', role: 'viewer' }]);
    await work(api, await api.sessionOf('ann'));
    expect(api.errors).toEqual([]);
  });

/** Which page a response is. */
async function pageOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return /<script type="module" src="\/console\/assets\/(\w+)-/.exec(await response.text())?.[1] ?? '';
}

describe('the pages of the console', () => {
  test('are the sign-in page without a session, whatever the path, and the console with one', async () => {
    await withConsole(async (api, cookie) => {
      for (const path of ['/console/', '/console/news/acme/web/press', '/console/keys?x=1']) {
        expect(await pageOf(await api.get(path))).toBe('signIn');
        expect(await pageOf(await api.get(path, { cookie }))).toBe('console');
        expect(await pageOf(await api.get(path, { cookie: 'newsstand_session=wrong' }))).toBe('signIn');
      }
      expect(await pageOf(await api.get('/console/welcome', { cookie }))).toBe('signIn');
      for (const path of ['/', '/console']) {
        const response = await api.get(path);
        expect([response.status, response.headers.get('location')]).toEqual([302, '/console/']);
      }
    });
  });

  test('contain no inline script, and may load only media from another origin', async () => {
    await withConsole(async (api) => {
      const response = await api.get('/console/');
      const text = await response.text();
      const nonce = /<meta name="newsstand-nonce" content="([\w-]{22})">/.exec(text)?.[1];
      const media = "'self' data: blob: https://media.example.com";
      expect(response.headers.get('content-security-policy')).toBe(
        [
          "default-src 'none'",
          "script-src 'self'",
          `style-src 'self' 'nonce-${nonce}'`,
          `img-src ${media}`,
          `media-src ${media}`,
          "connect-src 'self' https://media.example.com",
          'frame-src https://media.example.com https://www.youtube-nocookie.com https://player.vimeo.com https://platform.twitter.com',
          "font-src 'self'",
          "manifest-src 'self'",
          "form-action 'none'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
        ].join('; '),
      );
      expect(text).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|style=/);
      expect(text).toContain('<meta name="color-scheme" content="light dark">');
      expect(text).toContain('<link rel="stylesheet" href="/console/assets/signIn-1a.css">');
      expect(text).toContain('<link rel="manifest" href="/console/assets/newsstand-7a.webmanifest">');
      expect(text).toContain('<link rel="modulepreload" href="/console/assets/chunk-2b.js">');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(await (await api.get('/console/')).text()).not.toBe(text);
    });
  });

  test('are in the language of the browser', async () => {
    await withConsole(async (api) => {
      const get = async (accept: string) =>
        (await api.get('/console/', { headers: { 'accept-language': accept } })).text();
      const japanese = await get('ja,en;q=0.8');
      expect(japanese).toContain('<html lang="ja">');
      expect(japanese.match(/modulepreload" href="[^"]+/g)?.map((link) => link.slice(-11))).toEqual([
        'chunk-2b.js',
        'chunk-ja.js',
      ]);
      expect(japanese).toContain('<noscript>JavaScript が必要です。</noscript>');
      const english = await get('fr');
      expect(english).toContain('<html lang="en">');
      expect(english).toContain('<noscript>Turn on &lt;JavaScript&gt;.</noscript>');
    });
    const headers = [
      'en,ja;q=0.9',
      'de-DE, ja-JP;q=0.7, en;q=0.3',
      'ja;q=0',
      'fr',
      '',
      'ja;q=x',
      ',;,',
      'en;q=0.2,JA',
    ];
    const preferred = (header: string | null) => preferredLanguage(header, ['en', 'ja']);
    expect(headers.map(preferred)).toEqual(['en', 'ja', 'en', 'en', 'en', 'ja', 'en', 'ja']);
    expect(preferred(null)).toBe('en');
    expect(preferredLanguage('fr-CA,ja;q=0.9', ['en', 'fr', 'ja'])).toBe('fr');
  });

  test('reload themselves when a link on another site is followed, so that the session is sent along', async () => {
    await withConsole(async (api, cookie) => {
      const from = (site: string) => ({ 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' });
      const response = await api.get('/console/keys', { headers: from('cross-site') });
      expect(await response.text()).toContain('<meta http-equiv="refresh" content="0">');
      const [arrived = ''] = response.headers.getSetCookie();
      expect(arrived).toBe('newsstand_arrival=1; Path=/console/; Max-Age=10; HttpOnly; SameSite=Lax');
      const again = { cookie: 'newsstand_arrival=1', headers: from('cross-site') };
      expect(await pageOf(await api.get('/console/keys', again))).toBe('signIn');
      const both = { cookie: `newsstand_arrival=1; ${cookie}`, headers: from('same-origin') };
      expect(await pageOf(await api.get('/console/keys', both))).toBe('console');
      expect(await pageOf(await api.get('/console/keys', { headers: from('none') }))).toBe('signIn');
    });
  });

  test('are only read', async () => {
    await withConsole(async (api, cookie) => {
      const response = await api.get('/console/', { method: 'POST', cookie });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await (await api.get('/console/', { method: 'HEAD', cookie })).text()).toBe('');
    });
  });
});

describe('the files of the console', () => {
  const asset = (api: TestApi, name: string, ask?: Ask) => api.get(`/console/assets/${name}`, ask);

  test('are public if the sign-in page needs them, and need a session otherwise', async () => {
    await withConsole(async (api, cookie) => {
      for (const [name, isOpen] of Object.entries(files)) {
        expect((await asset(api, name)).status).toBe(isOpen ? 200 : 404);
        const response = await asset(api, name, { cookie });
        expect(response.status).toBe(200);
        const scope = isOpen ? 'public' : 'private';
        expect(response.headers.get('cache-control')).toBe(`${scope}, max-age=31536000, immutable`);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      }
    });
  });

  test('are compressed as the browser asks', async () => {
    await withConsole(async (api) => {
      const raw = async (encoding: string) => {
        const url = `${api.origin}/console/assets/signIn-1a.css`;
        const response = await fetch(url, { headers: { 'accept-encoding': encoding }, decompress: false });
        const { headers } = response;
        const bytes = Buffer.from(await response.arrayBuffer());
        return {
          encoding: headers.get('content-encoding'),
          type: headers.get('content-type'),
          vary: headers.get('vary'),
          bytes,
        };
      };
      const about = { type: 'text/css; charset=utf-8', vary: 'accept-encoding' };
      expect(await raw('gzip, br')).toMatchObject({ ...about, encoding: 'br' });
      const { bytes, ...gzip } = await raw('gzip');
      expect(gzip).toEqual({ ...about, encoding: 'gzip' });
      expect(gunzipSync(bytes).toString()).toBe(textOf('signIn-1a.css'));
      expect((await raw('identity')).bytes.toString()).toBe(textOf('signIn-1a.css'));
    });
  });

  test('are the only files that are served', async () => {
    await withConsole(async (api, cookie) => {
      const names = ['manifest.json', 'signIn-1a.js.gz', '', 'constructor', 'x/y', '%2e%2e%2fmanifest.json'];
      for (const ask of [{}, { cookie }]) {
        for (const name of names) expect([name, (await asset(api, name, ask)).status]).toEqual([name, 404]);
        // The path is resolved before it arrives: a page, not a file.
        expect(await (await asset(api, '../manifest.json', ask)).text()).not.toContain('isOpen');
      }
    });
  });
});

describe('without a console', () => {
  test('a page says what to do, until the console is built', async () => {
    await withApi(async (api) => {
      const response = await api.get('/console/');
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('npm run console:build');
      expect(response.headers.get('content-security-policy')).toStartWith("default-src 'none'");
      await build(api.consoleFolder);
      expect(await pageOf(await api.get('/console/'))).toBe('signIn');
    });
  });

  test('or without a store: a client with a session is told so, and nothing more', async () => {
    const away = new StoreError('the store /hidden is away');
    const store = (real: TestApi['store']) => ({ ...real, read: () => Promise.reject(away) });
    await withApi(
      async (api) => {
        await build(api.consoleFolder);
        const response = await api.get('/console/', { cookie: 'newsstand_session=x' });
        expect(response.status).toBe(503);
        expect(await response.text()).not.toContain('hidden');
        expect(api.errors).toEqual([away]);
      },
      { store },
    );
  });
});
