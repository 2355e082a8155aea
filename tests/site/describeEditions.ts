import { expect, test } from 'bun:test';
import type { OpenSite } from './openSite.ts';

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Tests of what readers see in their language, over plain HTTP. */
export function describeEditions(site: () => OpenSite): void {
  const get = (path: string, cookie = '') =>
    fetch(site().url + path, { headers: { cookie }, redirect: 'manual' });
  const read = async (path: string) => await (await get(path)).text();
  const choose = (language: string, to: string, origin = site().url) =>
    fetch(`${site().url}/language`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin },
      body: new URLSearchParams({ language, to }),
    });
  const titlesOf = (page: string) =>
    [...page.matchAll(/<h[23] dir="auto"><a href="[^"]+">([^<]+)/g)].map(([, title = '']) => title);
  const languagesOf = (page: string) =>
    [...page.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, url]) => `${language} ${url}`);
  const switchOf = (page: string) => /name="to" value="([^"]+)"/.exec(page)?.[1];
  const currentOf = (page: string) =>
    [...page.matchAll(/<a href="([^"]+)" aria-current="(\w+)"/g)].map(([, path, kind]) => `${path} ${kind}`);

  test('each language has its own stories, words, topics, banners, dates and feeds', async () => {
    for (const path of ['/', '/press', '/category/products', '/search?q=coffee', '/rss.xml']) {
      const page = await read(path);
      // Only the switch is in the other language.
      expect([path, japanese.test(page.replace('日本語', ''))]).toEqual([path, false]);
    }
    for (const path of ['/ja', '/ja/press', '/ja/blog', '/ja/category/products', '/ja/search?q=%E8%B1%86']) {
      const page = await read(path);
      expect([path, page.includes('<html lang="ja">'), titlesOf(page).length > 0]).toEqual([
        path,
        true,
        true,
      ]);
      expect(titlesOf(page).filter((title) => !japanese.test(title))).toEqual([]);
      expect(page).toMatch(/<time [^>]+>\d+年\d+月\d+日<\/time> · <span class="minutes">約 \d+ 分</);
      expect(page).toContain('<a href="/ja/category/events">イベント</a>');
      for (const text of ['Press', 'Search', 'Browse', 'min read', 'Pause', 'stories found'])
        expect([path, text, page.includes(text)]).toEqual([path, text, false]);
      // Every link stays in the language.
      const links = [...page.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, to = '']) => to);
      expect(links.filter((to) => !/^\/(ja\b|preview$)/.test(to))).toEqual([]);
    }
    const feed = await read('/ja/rss.xml');
    expect(feed).toContain('<language>ja</language>');
    expect(feed).toContain(`<link>${site().url}/ja</link>`);
    expect(await read('/ja/blog/rss.xml')).toContain(`${site().url}/ja/blog/rainy-day-playlist`);
  });

  test('the switch leads to the same page, tells search engines, and is kept', async () => {
    const { url } = site();
    const paths = ['/press/kyoto-roastery', '/category/recipes', '/tag/kyoto', '/blog', '/'];
    for (const path of paths) {
      const [page, other] = [await read(path), await read(`/ja${path}`.replace(/\/$/, ''))];
      const [first, second] = [`en ${url}${path}`, `ja ${url}/ja${path}`.replace(/\/$/, '')];
      expect([path, languagesOf(page)]).toEqual([path, [first, second, `x-default ${url}${path}`]]);
      expect(languagesOf(other)).toEqual([second, first, `x-default ${url}${path}`]);
      expect([switchOf(page), switchOf(other)]).toEqual([`/ja${path}`.replace(/\/$/, ''), path]);
    }
    // Where there is no translation, it leads to the front page.
    for (const path of ['/blog/cups-from-shigaraki', '/tag/tokyo', '/nothing'])
      expect([path, switchOf(await read(path)), languagesOf(await read(path))]).toEqual([path, '/ja', []]);
    expect(languagesOf(await read('/blog?page=2'))).toEqual([]);

    const chosen = await choose('ja', '/ja/press/kyoto-roastery');
    const [cookie = '', ...rules] = (chosen.headers.get('set-cookie') ?? '').split('; ');
    expect([chosen.status, chosen.headers.get('location'), cookie]).toEqual([
      ...[303, '/ja/press/kyoto-roastery', 'language=ja'],
    ]);
    expect(rules).toEqual(['Path=/', 'Max-Age=31536000', 'HttpOnly', 'SameSite=Lax']);
    const back = await get('/', cookie);
    expect([back.status, back.headers.get('location'), back.headers.get('vary')]).toEqual([
      ...[302, '/ja', 'accept-encoding, cookie'],
    ]);
    for (const path of ['/ja', '/press', '/press/kyoto-roastery'])
      expect([path, (await get(path, cookie)).status]).toEqual([path, 200]);
    for (const other of ['language=en', 'language=fr', 'language=', 'x=language=ja'])
      expect([other, (await get('/', other)).status]).toEqual([other, 200]);

    expect((await choose('fr', '/ja')).headers.get('set-cookie')).toBeNull();
    expect((await choose('ja', '//evil.example/')).headers.get('location')).toBe('/');
    expect((await choose('ja', '/ja', 'https://evil.example')).status).toBe(403);
  });

  test('what is not there is told in the language of the address', async () => {
    for (const path of ['/ja/nothing', '/ja/press/nothing', '/ja/a/b/c', '/ja/tag/%2C', '/ja/press?page=9']) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).toContain('ページが見つかりません');
    }
    expect(await read('/jam/a/b')).toContain('Nothing here');
    const { status, headers } = await get('/ja/');
    expect([status, headers.get('location')]).toEqual([301, '/ja']);
  });

  test('the header marks the section and the category of a page', async () => {
    expect(currentOf(await read('/category/products'))).toEqual(['/category/products page']);
    expect(currentOf(await read('/press'))).toEqual(['/press page']);
    expect(currentOf(await read('/press/autumn-blend'))).toEqual(['/press true', '/category/products true']);
    expect(currentOf(await read('/ja/press/autumn-blend'))).toEqual([
      '/ja/press true',
      '/ja/category/products true',
    ]);
    expect(currentOf(await read('/'))).toEqual([]);
  });

  test('an article says who wrote it and how long it takes to read', async () => {
    const when = async (path: string) =>
      /<p class="when">(.*?)<\/p>/s.exec(await read(path))?.[1]?.replace(/<[^>]+>|\n\s*/g, '');
    expect(await when('/blog/a-week-in-huila')).toMatch(
      /^By Tomás Rivera, Mina Okada · \d+ \w+ \d{4} · 1 min read$/,
    );
    expect(await when('/ja/blog/rainy-day-playlist')).toMatch(/^文：森 健 · \d+年\d+月\d+日 · 約 1 分$/);
    expect(await when('/blog/long-read')).toMatch(/^\d+ \w+ \d{4} · 11 min read$/);
    expect(await when('/press/autumn-blend')).toEndWith(' · 1 min read · With Huila Growers Cooperative');
  });

  test('a picture is shown once: above the text, with its words, and not again', async () => {
    const page = await read('/press/kyoto-roastery');
    expect(page).toMatch(
      /<figure class="hero">.*alt="A low wooden house with a chimney, by a river".*<\/div>/,
    );
    expect(page).toContain(
      '<figcaption>The roastery from the other bank, on the first morning.</figcaption>',
    );
    const pictures = /<article class="article".*?<\/article>/s.exec(page)?.[0].match(/<img /g);
    expect(pictures).toHaveLength(1);
    // The words of one without a picture do not lead.
    const [lead] = /<article class="story lead".*?<\/article>/s.exec(await read('/')) ?? [''];
    expect(lead).toContain('<img ');
    for (const path of ['/', '/ja']) {
      const stories = /<div id="stories".*?<\/main>/s.exec(await read(path))?.[0] ?? '';
      const shown = [...stories.matchAll(/<img src="[^"]*\/(\w+\.\w+)"/g)].map(([, file]) => file);
      expect([path, shown.length > 4, new Set(shown).size]).toEqual([path, true, shown.length]);
    }
  });

  test('related stories are public ones of the same language, also in a preview', async () => {
    const { key, secret } = site().preview;
    const signedIn = await fetch(`${site().url}/preview`, {
      ...{ method: 'POST', redirect: 'manual', headers: { origin: site().url } },
      body: new URLSearchParams({ key, secret }),
    });
    const [preview = ''] = signedIn.headers.get('set-cookie')?.split(';') ?? [];
    // Its category has a draft, too, and one that comes later.
    const related = ['Half of our roasting now runs on the sun', 'Autumn Blend: chestnut, plum and cocoa'];
    for (const cookie of ['', preview]) {
      const page = await (await get('/press/kyoto-roastery', cookie)).text();
      expect([page.includes('class="preview"'), titlesOf(page)]).toEqual([cookie !== '', related]);
    }
    expect(titlesOf(await read('/ja/press/kyoto-roastery'))).toEqual([
      ...['サステナビリティ報告書を公開しました', '新商品「秋ブレンド」発売のお知らせ'],
    ]);
    expect(await read('/blog/plain-text')).not.toContain('class="more"');
  });

  test('summaries hold the first paragraphs, without lists', async () => {
    const page = await read('/category/products');
    expect(page).toContain('Our autumn blend is back');
    expect(page).not.toContain('In the cup');
  });
}
