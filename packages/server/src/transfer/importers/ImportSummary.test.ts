import { expect, test } from 'bun:test';
import { tmpdir } from 'node:os';
import { type ArticleNotes, ImportSummary } from './ImportSummary.ts';
import { openArticleLog } from './openArticleLog.ts';

test('a summary stays small, for any file', () => {
  const summary = new ImportSummary();
  for (let kind = 0; kind < 5000; kind++) summary.skipped(`kind ${kind}`, 'why', 'x'.repeat(1000));
  const { skipped } = summary.report();
  expect(skipped.length).toBeLessThan(1100);
  expect(skipped.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  expect(skipped[0]?.examples).toEqual(['x'.repeat(120)]);
});

/** What is noted about articles, in the shape that tests compare. */
function notes(run: (summary: ImportSummary) => void) {
  const articles: ArticleNotes[] = [];
  const summary = new ImportSummary((each) => articles.push(each));
  run(summary);
  summary.report();
  const told = articles.map(({ remarks, ...rest }) => ({
    ...rest,
    remarks: remarks.map(({ what, loss, count, examples }) => [what, loss, count, ...examples]),
  }));
  return { summary, told };
}

const published = { id: 'a', alias: 'hello', state: 'published' } as const;

test('remarks belong to the article that is being converted', () => {
  const { told } = notes((summary) => {
    summary.changed('file', 'is about no article', 'x');
    summary.open('blog.xml');
    summary.at(3, 'Hello', 'https://example.com/hello');
    summary.skipped('picture', 'is gone', 'a.jpg', 'picture');
    summary.skipped('picture', 'is gone', 'b.jpg', 'picture');
    summary.became('Hello!', undefined, published);
    summary.uses('m1');
    summary.open('blog.xml');
    summary.changed('category', 'is about no article', 'News');
    summary.at(7, 'About us');
    summary.skipped('page', 'pages are not news', 'About us', 'article');
    summary.at(8, 'photo.jpg');
    summary.skipped('attachment', 'is private', 'photo.jpg', 'picture');
    summary.open('other.xml');
    summary.changed('category', 'loses its parent', 'News', 'details');
    summary.at(1, 'Bye');
    summary.became('Bye', 'https://example.com/bye', { ...published, id: 'b' });
  });
  expect(told).toEqual([
    {
      ...{ file: 'blog.xml', line: 3, title: 'Hello!', url: 'https://example.com/hello' },
      ...{ result: published, mediaIds: ['m1'], remarks: [['picture', 'picture', 2, 'a.jpg', 'b.jpg']] },
    },
    {
      ...{ file: 'blog.xml', line: 7, title: 'About us', url: undefined, result: undefined, mediaIds: [] },
      remarks: [['page', 'article', 1, 'About us']],
    },
    {
      ...{ file: 'other.xml', line: 1, title: 'Bye', url: 'https://example.com/bye', mediaIds: [] },
      ...{ result: { ...published, id: 'b' }, remarks: [] },
    },
  ]);
});

test('a remark about a record that was written before is kept for its articles', () => {
  const { summary, told } = notes((each) => {
    each.at(1, 'Now');
    each.became('Now', undefined, published);
    each.changed('image', 'cannot be read', 'a.jpg', 'look', 'media/m1');
  });
  expect(told[0]?.remarks).toEqual([]);
  expect(summary.laterAbout('media/m1')).toMatchObject([{ what: 'image', loss: 'look', count: 1 }]);
  expect(summary.laterAbout('media/m2')).toEqual([]);
  for (let media = 0; media < 20_005; media++)
    summary.skipped('image', 'is gone', 'x', 'picture', `media/${media}`);
  expect(summary.notKept).toBe(6);
});

test('what is skipped counts as text, and what is changed as looks, unless the caller knows better', () => {
  const summary = new ImportSummary();
  summary.skipped('card', 'is unknown', 'x');
  summary.changed('post', 'looks different', 'x');
  const { skipped, changed } = summary.report();
  expect([skipped[0]?.loss, changed[0]?.loss]).toEqual(['text', 'look']);
});

test('the notes about one article stay small, for any article', () => {
  const { told } = notes((summary) => {
    summary.at(1, 'A');
    for (let kind = 0; kind < 5000; kind++) summary.skipped(`kind ${kind}`, 'why', 'x');
    for (let media = 0; media < 5000; media++) summary.uses(`m${media}`);
    summary.became('A', undefined, published);
  });
  expect(told[0]?.remarks.length).toBeLessThan(110);
  expect(told[0]?.mediaIds.length).toBe(1000);
});

test('the log of articles keeps all notes on disk', () => {
  using log = openArticleLog(tmpdir());
  const titles = Array.from({ length: 3000 }, (_, index) => `記事 ${index} ${'x'.repeat(index % 300)}`);
  const summary = new ImportSummary(log.write);
  for (const title of titles) {
    summary.at(1, title);
    summary.became(title, undefined, published);
  }
  summary.report();
  const found = [...log.read()];
  expect(found.map(({ notes: each }) => each.title)).toEqual(titles);
  const [, second] = found;
  expect(second && log.readAt(second)).toEqual(second?.notes);
});
