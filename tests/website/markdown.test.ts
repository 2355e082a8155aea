import { describe, expect, test } from 'bun:test';
import { anchorsIn, linksIn, mapLinks, resolveTarget, slugOf } from '../../website/src/markdown.ts';
import { linkBetween, originalOf, sitePathOf } from '../../website/src/sitePaths.ts';
import { tokenize } from '../../website/src/tokenize.ts';

describe('words of the search', () => {
  /** Whether a text is found, as MiniSearch does it: every word of the query begins a word of the text. */
  const isFound = (text: string, query: string) => {
    const words = tokenize(text, 'text');
    return tokenize(query).every((each) => words.some((word) => word.startsWith(each)));
  };

  test('every part of a Japanese sentence is found, down to one character', () => {
    const sentence = '編集者は管理画面で記事を書いて、公開日時を決めます。';
    for (const part of sentence.split(/[、。]/)) {
      for (let start = 0; start < part.length; start++)
        for (let end = start + 1; end <= part.length; end++)
          expect([part.slice(start, end), isFound(sentence, part.slice(start, end))]).toEqual([
            part.slice(start, end),
            true,
          ]);
    }
    expect(isFound(sentence, '記事集')).toBe(false);
    expect(isFound(sentence, '画像')).toBe(false);
    // Other particles, and another order.
    expect(isFound(sentence, '公開の日時')).toBe(true);
    expect(isFound(sentence, '記事の管理')).toBe(true);
  });

  test('both languages in one sentence, and forms of characters', () => {
    expect(isFound('サイトはJSONで受け取ります', 'JSON')).toBe(true);
    expect(isFound('ＡＰＩキー', 'API')).toBe(true);
    expect(isFound('コーヒー', 'ﾋｰ')).toBe(true);
    expect(isFound('a scheduled article', 'sched art')).toBe(true);
    expect(isFound('a scheduled article', 'rticle')).toBe(false);
  });
});

describe('links', () => {
  const page =
    'See [one](a.md#x), ![two](b.png) and `[no](c.md)`.\n\n```sh\n[no](d.md)\n```\n<a href="e.md">three</a>\n';

  test('are found outside of code, and changed', () => {
    expect(linksIn(page)).toEqual(['a.md#x', 'b.png', 'e.md']);
    expect(mapLinks(page, (target) => target.toUpperCase())).toBe(
      page.replace('a.md#x', 'A.MD#X').replace('b.png', 'B.PNG').replace('e.md', 'E.MD'),
    );
  });

  test('lead to where files are in the site', () => {
    expect(resolveTarget('docs/guides/cdn.md', '../../bench/nodes.md#a')).toEqual({
      file: 'bench/nodes.md',
      anchor: 'a',
    });
    expect(sitePathOf('README.md', 'en')).toBe('index.md');
    expect(sitePathOf('docs/guides/README.md', 'ja')).toBe('ja/guides/index.md');
    expect(sitePathOf('CHANGELOG.md', 'en')).toBe('changelog.md');
    expect(originalOf('docs/ja/README.md')).toEqual({ source: 'README.md', locale: 'ja' });
    expect(originalOf('docs/ja/console.md')).toEqual({ source: 'docs/console.md', locale: 'ja' });
    expect(linkBetween('ja/guides/cdn.md', 'ja/scaling.md', 'a')).toBe('../scaling.md#a');
  });

  test('anchors are those of GitHub', () => {
    expect(slugOf('What is visible?')).toBe('what-is-visible');
    expect(slugOf('公開 と 予約')).toBe('公開-と-予約');
    expect([...anchorsIn('# A `b`\n## C\n## C\n```\n# no\n```\n<a id="d"></a>\n')]).toEqual([
      'a-b',
      'c',
      'c-1',
      'd',
    ]);
  });
});
