import { expect, test } from 'bun:test';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inTemporaryFolder } from '../../../../../../tests/newsstandProcess.ts';
import { outcomeHere } from '../../../../../../tests/runHere.ts';
import type { ImportSummary } from '../../../transfer/importers/ImportSummary.ts';
import { parseHtml, textOf } from '../../../transfer/importers/shared/html/parseHtml.ts';
import { imported, refused, samplePage, tellArticle } from './testing/samplePage.ts';

/** The titles on a page, in order. */
function titles(page: string): readonly string[] {
  return [...page.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title = '']) => textOf(parseHtml(title)));
}

test('the articles of which readers would miss most come first, and those left out are apart', () => {
  const page = samplePage((summary) => {
    tellArticle(summary, 'a', 'Complete');
    tellArticle(summary, 'b', 'A date', 'details');
    tellArticle(summary, 'c', 'Two pictures', 'picture', 'picture');
    tellArticle(summary, 'd', 'A picture', 'picture');
    tellArticle(summary, 'e', 'A paragraph', 'text');
    tellArticle(summary, 'f', 'A draft', 'article');
    tellArticle(summary, 'g', 'A custom field', 'nothing');
    tellArticle(summary, 'h', 'A layout', 'look');
    summary.at(9, 'About us');
    summary.skipped('page', 'pages are not news', 'About us', 'article');
  });
  expect(titles(page)).toEqual([
    ...['A draft', 'A paragraph', 'Two pictures', 'A picture', 'A layout', 'A date'],
    ...['Complete', 'A custom field', 'About us'],
  ]);
  expect(page.lastIndexOf('About us')).toBeGreaterThan(page.indexOf('Left out altogether'));
  expect(page).toContain('<b>8</b> imported');
  expect(page).toContain('<b>2</b> of them complete');
  expect(page).toContain('<b>1</b> left out');
});

test('an article links to its source and its result', () => {
  const articleUrl = 'https://example.com/{instance}/{alias}?{id}';
  const page = samplePage(
    (summary) => {
      summary.at(3, 'Hello', 'https://old.example.com/?p=1&q="2"');
      summary.became('Hello', undefined, { id: 'a b', alias: 'hello', state: 'published' });
      summary.open('posts/idea.md');
      summary.at(1, 'posts/idea.md');
      summary.became('Idea', undefined, { id: 'idea', alias: 'idea', state: 'draft' });
      summary.open('dump.json');
      summary.at(12, 'Note', 'javascript:alert(1)');
      summary.became('Note', undefined, { id: 'note', alias: undefined, state: 'scheduled' });
    },
    { articleUrl },
  );
  const links = [...page.matchAll(/<a href="([^"#]*)" target/g)].map(([, href]) => href);
  const edit = 'https://console.example.com/console/projects/acme/spaces/web/news/press/items';
  expect(links).toEqual([
    'https://old.example.com/?p=1&amp;q=&quot;2&quot;',
    `${edit}/a%20b`,
    'https://example.com/press/hello?a%20b',
    expect.stringMatching(/^file:\/\/\/.*\/posts\/idea\.md$/),
    `${edit}/idea`,
    `${edit}/note`,
  ]);
  expect(page).toContain('<code>dump.json:12</code>');
  expect(page).not.toContain('javascript:');
});

test('what content says stays text, and the page may load nothing', () => {
  const hostile = '</title></script><script>alert(1)</script><img src=x onerror=alert(1)>';
  const page = samplePage((summary) => {
    summary.open(`${hostile}.md`);
    summary.at(1, hostile, `https://x/${hostile}"`);
    summary.skipped(hostile, hostile, hostile, 'picture');
    summary.shortcode(hostile, hostile, 'text');
    summary.became(hostile, undefined, { id: hostile, alias: hostile, state: 'published' });
    summary.mapped(hostile, hostile);
  });
  expect(page).not.toContain('<img');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toContain('content="default-src &#39;none&#39;; script-src &#39;sha256-');
  expect(page).not.toMatch(/(?:src|href)="https?:\/\/(?!x\/|console\.example\.com)/);
});

test('remarks about media and records that come later are shown with all their articles', () => {
  const page = samplePage((summary) => {
    for (const id of ['a', 'b']) {
      tellArticle(summary, id, `Article ${id}`);
      summary.uses('m1');
    }
    tellArticle(summary, 'c', 'Other');
    summary.skipped('image', 'answers 404', 'https://old.example.com/x.jpg', 'picture', 'media/m1');
    summary.changed('news', 'loses its slug', 'hello', 'details', 'news/c');
  });
  expect(page.match(/<b>image<\/b>: answers 404<ul class="samples">/g)).toHaveLength(2);
  expect(page).toContain('<b>2</b> pictures missing');
  expect(page).toMatch(
    /x\.jpg<\/code><\/td><td>answers 404<\/td><td><p><a href="#a0">Article a<\/a><\/p><p><a href="#a1">/,
  );
  expect(titles(page)).toEqual(['Article a', 'Article b', 'Other']);
  expect(page).toContain('<b>news</b>: loses its slug');
});

test('samples name neither the article nor its file again', () => {
  const page = samplePage((summary) => {
    summary.at(4, 'Hello');
    for (const example of ['[form] in Hello', 'Hello: card', 'Hello', 'line 4'])
      summary.skipped('thing', 'is lost', example, 'text');
    summary.became('Hello', undefined, { id: 'a', alias: undefined, state: 'draft' });
  });
  expect(page).toContain('<ul class="samples"><li><code>[form]</code></li><li><code>card</code></li></ul>');
  expect(page).toContain('4 times');
});

test('shortcodes are listed with samples and articles', () => {
  const page = samplePage((summary) => {
    summary.at(1, 'Hello');
    summary.shortcode('Form', '[form id="1"]', 'text');
    summary.shortcode('form', '[form id="2"]', 'text');
    summary.shortcode('ad', '[ad]', 'drop');
    summary.became('Hello', undefined, { id: 'a', alias: undefined, state: 'published' });
  });
  expect(page).toContain('<td class="count">2</td><th scope="row"><code>form</code></th><td>text</td>');
  expect(page).toContain('<p><code>[form id=&quot;1&quot;]</code> in Hello</p>');
  expect(page).toContain('<code>ad</code></th><td>removed</td>');
  expect(page).toContain('<b>shortcode</b>: is kept as text: it is unknown');
});

test('a dry run and a refused import say what would be', () => {
  const run = (summary: ImportSummary) => {
    tellArticle(summary, 'a', 'Hello');
    summary.at(2, 'Idea');
    summary.became('Idea', undefined, { id: 'b', alias: undefined, state: 'draft' });
  };
  const tried = samplePage(run, { dryRun: true });
  expect(tried).toContain('This was a dry run: nothing was changed.');
  expect(tried).toContain('would be published');
  expect(tried).toContain('would be a draft');
  expect(tried).not.toContain('/console/projects');
  const page = samplePage(run, { outcome: refused });
  expect(page).toContain('<b>Nothing was imported</b>: 3 faults found.');
  expect(page).toContain('<code>blog.xml:7</code> title: is &lt;b&gt;missing&lt;/b&gt;');
  expect(page).toContain('2 more are not shown.');
  expect(page).toContain('would be published');
});

test('an article whose line was left out is among those left out', () => {
  const skipped = [{ source: 'blog.xml', line: 1, message: 'title: is too long' }];
  const page = samplePage((summary) => tellArticle(summary, 'a', 'Hello'), {
    outcome: { ...imported, skipped, skippedCount: 1 },
  });
  expect(page).toContain('<b>0</b> imported');
  expect(page).toContain('<b>line</b>: is wrong<ul class="samples"><li><code>title: is too long</code>');
});

test('a page shows the worst if there are too many, and says how many it does not', () => {
  const page = samplePage(
    (summary) => {
      for (let index = 0; index < 30; index++) tellArticle(summary, `a${index}`, `Article ${index}`);
      tellArticle(summary, 'z', 'The last one', 'text');
    },
    {},
    20,
  );
  const shown = titles(page);
  expect(shown).toHaveLength(20);
  expect(shown[0]).toBe('The last one');
  expect(page).toContain('11 more articles, of which readers would miss less, are not shown.');
});

test('newsstand import --report', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = {
      NEWSSTAND_DATA: join(folder, 'data'),
      NEWSSTAND_MANAGEMENT_URL: 'https://desk.example.com',
    };
    const posts = join(folder, 'posts');
    await Bun.write(
      join(posts, 'a.md'),
      '---\ntitle: Hello\ndate: 2024-05-03\n---\n![x](gone.png) {{< poll 7 >}}\n',
    );
    const file = join(folder, 'report.html');
    const words = ['import', posts, '--project', 'acme', '--space', 'web', '--instance', 'press'];
    const said = await outcomeHere([...words, '--report', file, '--json'], env);
    expect(said).toMatchObject({ code: 0, stderr: `The report is in ${file}\n` });
    const page = await Bun.file(file).text();
    expect(page).toContain('https://desk.example.com/console/projects/acme/spaces/web/news/press/items/a"');
    expect(page).toContain('<code>gone.png</code>');
    expect(await readdir(folder)).toEqual(expect.not.arrayContaining([expect.stringContaining('.tmp')]));

    await Bun.write(join(posts, 'b.md'), '---\ntitle: [\n---\n');
    const failed = await outcomeHere([...words, '--report', file], env);
    expect(failed.code).toBe(1);
    expect(await Bun.file(file).text()).toMatch(/Nothing was imported.*b\.md:/s);

    await mkdir(join(folder, 'taken'));
    for (const [path, reason] of [
      [join(folder, 'missing', 'report.html'), 'cannot write'],
      [join(folder, 'taken'), 'is not a file'],
    ] as const) {
      const denied = await outcomeHere([...words, '--report', path], { NEWSSTAND_DATA: join(folder, 'new') });
      expect(denied).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    }
    expect(await readdir(folder)).not.toContain('new');
    const url = await outcomeHere([...words, '--article-url', 'https://example.com/'], env);
    expect(url).toMatchObject({ code: 2, stderr: expect.stringContaining('{alias}') });
    const lines = join(folder, 'own.ndjson');
    await Bun.write(lines, '{"kind":"tag","projectId":"acme","spaceId":"web","tagId":"own","name":"Own"}\n');
    const own = await outcomeHere(['import', lines, '--report', file], env);
    expect(own).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--report is for content of other systems'),
    });
  });
});

test('newsstand import --shortcode', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    await Bun.write(
      join(folder, 'posts/a.md'),
      '---\ntitle: Hello\ndate: 2024-05-03\n---\n{{< poll 7 >}}\n\nA {{< note >}}b{{< /note >}} {{< x >}}\n',
    );
    const words = [
      'import',
      join(folder, 'posts'),
      '--project',
      'acme',
      '--space',
      'web',
      '--instance',
      'press',
    ];
    const chosen = ['--shortcode', 'Poll=block', '--shortcode', '*=drop', '--shortcode', 'gone=drop'];
    const said = await outcomeHere([...words, ...chosen, '--shortcode', 'x=text'], env);
    expect(said).toMatchObject({
      code: 0,
      stderr: '--shortcode gone: no unknown shortcode of that name was found\n',
    });
    expect(said.stdout).toContain('\nUNKNOWN SHORTCODES (choose with --shortcode name=block|text|drop)\n');
    expect(said.stdout).toContain('    1  poll: became blocks, which your site has to render\n');
    expect(said.stdout).toContain('    1  note: removed; the text within is kept\n       {{< note >}} in ');
    expect(said.stdout).toContain('    1  x: kept as text\n');
    const { stdout } = await outcomeHere(['export'], env);
    const mark = '<div data-shortcode="poll" data-attributes="{&quot;0&quot;:&quot;7&quot;}"></div>';
    expect(stdout).toContain(JSON.stringify({ type: 'html', html: mark }));
    expect(stdout).toContain('"text":"A b {{&lt; x &gt;}}"');
    const json = JSON.parse((await outcomeHere([...words, '--json'], env)).stdout);
    expect(json.foreign.shortcodes).toMatchObject([
      { name: 'poll', fate: 'text', count: 1, examples: [{ text: '{{< poll 7 >}}' }] },
      ...[{ name: 'note' }, { name: 'x' }],
    ]);
    const wrong = await outcomeHere([...words, '--shortcode', 'poll=blok'], env);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean block?') });
  });
});
