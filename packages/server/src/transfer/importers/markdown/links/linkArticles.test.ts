import { describe, expect, test } from 'bun:test';
import type { ImportContext } from '../../Importer.ts';
import { context } from '../../testing/importing.ts';
import { createMarkdownConverter } from '../convertMarkdown.ts';

type Files = Readonly<Record<string, string>>;

/** The folder of the import; its files are only in memory. */
const root = '/home/ann/site/content';

/** The texts of articles by their file, and what was said about links. */
async function imported(files: Files, choices: Partial<ImportContext> = {}) {
  const how = context({ target: { projectId: 'acme', spaceId: 'web', instanceId: 'blog' }, ...choices });
  const all = Object.entries(files).map(([path, text]) => ({
    ...{ name: path, path, isPage: path.startsWith('pages/'), place: { root, media: undefined, base: root } },
    isNote: () => true,
    async *open() {
      yield new TextEncoder().encode(text);
    },
  }));
  const convert = createMarkdownConverter(how, () => all);
  const texts: Record<string, string> = {};
  for (const file of all)
    for await (const { lines } of convert(file))
      for (const line of lines) {
        const record = 'text' in line ? JSON.parse(line.text) : {};
        if (record.kind !== 'news') continue;
        texts[file.path] = record.values.body.blocks.map(({ text = '' }) => text).join('\n');
      }
  const { changed } = how.summary.report();
  const remarks = changed.filter(({ what }) => what.startsWith('link'));
  return { texts, remarks: remarks.map(({ what, why, examples }) => `${what}: ${why}: ${examples.join()}`) };
}

const dated = '---\ndate: 2024-05-03\n---\n';
const file = 'link to a file';
const note = 'link to a note';

/** Files that links may lead to. */
const site: Files = {
  'news/2015-05-15-Rust-1.0.md': dated,
  'news/other-post.md': `---\ndate: 2024-05-03\nslug: renamed\n---\n`,
  'news/日本語 の.md': dated,
  'news/100%.md': dated,
  'bundle/index.md': dated,
  'Some Note.md': dated,
};

async function linked(link: string, path = 'news/a.md', choices: Partial<ImportContext> = {}) {
  const { texts, remarks } = await imported({ ...site, [path]: `${dated}${link}` }, choices);
  return [texts[path], ...remarks];
}

describe('a link leads to the imported article', () => {
  test.each([
    ['[x](./other-post.md)', 'renamed'],
    ['[x](other-post.md)', 'renamed'],
    ['[x](other-post)', 'renamed'],
    ['[x](other-post.html)', 'renamed'],
    ['[x](../other-post/)', 'renamed'],
    ['[x](other-post.md?plain=1)', 'renamed'],
    ['<a href="other-post.md">x</a>', 'renamed'],
    ['[x](../news/2015-05-15-Rust-1.0.md#what-is-new)', 'rust-1.0#what-is-new'],
    ['[x](../../content/news/other-post.md)', 'renamed'],
    ['[x](../../../../../../../../home/ann/site/content/news/other-post.md)', 'renamed'],
    ['[x](2015-05-15-Rust-1.0)', 'rust-1.0'],
    ['[x](<日本語 の.md>)', '%E6%97%A5%E6%9C%AC%E8%AA%9E-%E3%81%AE'],
    ['[x](%E6%97%A5%E6%9C%AC%E8%AA%9E%20%E3%81%AE.md)', '%E6%97%A5%E6%9C%AC%E8%AA%9E-%E3%81%AE'],
    ['[x](100%25.md)', '100'],
    ['<a href="100%.md">x</a>', '100'],
    ['[x](../bundle/)', 'bundle'],
    ['[x](../bundle)', 'bundle'],
    ['[x](../bundle/index.md#a)', 'bundle#a'],
    ['[x](/news/other-post.md)', 'renamed'],
    ['[x](/content/news/other-post.md)', 'renamed'],
    ['[x](@/news/other-post.md#a)', 'renamed#a'],
    ['[x]({{< ref "other-post.md" >}})', 'renamed'],
    ['[x]({{< relref "/news/other-post" >}})', 'renamed'],
    ['[x]({{< ref "/bundle" >}})', 'bundle'],
    ['[x]({{< ref "some note.md#b" >}})', 'some-note#b'],
    ['[x]({% post_url 2015-05-15-Rust-1.0 %}#a)', 'rust-1.0#a'],
    ['[x]({% post_url /news/2015-05-15-Rust-1.0 %})', 'rust-1.0'],
    ['[x]({{ site.baseurl }}{% link news/other-post.md %})', 'renamed'],
    ['[[some note|x]]', 'some-note'],
    ['[[news/other-post#The Part|x]]', 'renamed#the-part'],
    ['[x](a.md#b)', 'a#b'],
  ])('%s', async (link, target) => {
    expect(await linked(link)).toEqual([`<a href="/blog/${target}">x</a>`]);
  });

  test('around a picture, and in HTML that no block can represent', async () => {
    const html = '<table><tr><td rowspan="2"><a href="other-post.md">x</a></td></tr><tr></tr></table>';
    const { texts } = await imported({ ...site, 'news/a.md': `${dated}${html}` });
    expect(texts['news/a.md']).not.toContain('other-post.md');
  });

  test('that comes later, and whose slug several have', async () => {
    const { texts } = await imported({
      'a.md': `${dated}[1](x/same.md) [2](y/same.md)`,
      'x/same.md': dated,
      'y/same.md': `${dated}[1](../x/same.md) [3](../z/same.md)`,
      'z/same.md': dated,
    });
    expect(texts).toMatchObject({
      'a.md': '<a href="/blog/same">1</a> <a href="/blog/same-2">2</a>',
      'y/same.md': '<a href="/blog/same">1</a> <a href="/blog/same-3">3</a>',
    });
  });

  test('where the site shows it', async () => {
    const choices = { articlePath: '/news/{alias}.html' };
    expect(await linked('[x](other-post.md#a)', 'news/a.md', choices)).toEqual([
      '<a href="/news/renamed.html#a">x</a>',
    ]);
  });
});

describe('what a link cannot lead to is told', () => {
  const notImported = 'leads to a file that is not imported: only its text is kept';
  test.each([
    ['[x](none.md)', file, notImported, 'none.md'],
    ['[x](../../../etc/passwd.md)', file, notImported, '../../../etc/passwd.md'],
    ['[x](%2e%2e/%2e%2e/%2e%2e/a.md)', file, notImported, '%2e%2e/%2e%2e/%2e%2e/a.md'],
    ['[x](../docs/_index.md)', file, notImported, '../docs/_index.md'],
    ['[x](@/none.md#a)', file, notImported, 'none.md#a'],
    ['[x]({{< ref "none" >}})', file, notImported, 'none'],
    ['[x]({% post_url none %})', file, notImported, 'none'],
    ['[[None|x]]', note, notImported, 'None'],
    [
      '[x](files/paper.pdf)',
      file,
      'is relative to an unknown address: only its text is kept; --site-url may help',
      'files/paper.pdf',
    ],
  ])('%s', async (link, what, why, shown) => {
    expect(await linked(link)).toEqual(['x', `${what}: ${why}: ${shown} in news/a.md`]);
  });

  test('with the old address that it has', async () => {
    const text = '---\ndate: 2024-05-03\npermalink: /2024/old/\n---\n[x](../new.html?a#b) [y](files/a.pdf)';
    const { texts, remarks } = await imported({ 'a.md': text });
    expect(texts['a.md']).toBe('<a href="/2024/new.html?a#b">x</a> <a href="/2024/old/files/a.pdf">y</a>');
    expect(remarks).toEqual([
      `${file}: leads to an address of the old site: ../new.html?a#b in a.md,files/a.pdf in a.md`,
    ]);
    expect(await linked('[x](files/a.pdf)', 'news/a.md', { siteUrl: 'https://example.com/' })).toEqual([
      '<a href="https://example.com/news/files/a.pdf">x</a>',
      `${file}: leads to an address of the old site: files/a.pdf in news/a.md`,
    ]);
  });

  test('of a page that is not imported, and of a name that several files have', async () => {
    const { texts, remarks } = await imported({
      'a.md': `${dated}[x](pages/about.md) [y](pages/none.md) [z]({{< ref "twice.md" >}})`,
      'pages/about.md': '---\npermalink: /about/\n---\n',
      'pages/none.md': '',
      'x/twice.md': dated,
      'y/twice.md': dated,
    });
    expect(texts['a.md']).toBe('<a href="/about/">x</a> y z');
    expect(remarks).toEqual([
      `${file}: leads to the old address of a page that is not imported: pages/about.md in a.md`,
      `${file}: ${notImported}: pages/none.md in a.md,twice.md in a.md`,
    ]);
  });
});

test.each([
  ['a draft', '---\ndraft: true\ndate: 2024-05-03\nslug: acme-buys-foo\n---\n'],
  ['what is scheduled', '---\ndate: 2999-05-03\nslug: acme-buys-foo\n---\n'],
  ['what has ended', '---\ndate: 2024-05-03\nexpires: 2024-05-04\nslug: acme-buys-foo\n---\n'],
  ['what has no date', '---\nslug: acme-buys-foo\n---\n'],
])('a link to %s does not tell its slug', async (_, text) => {
  const { texts, remarks } = await imported({ 'a.md': `${dated}[x](soon.md)`, 'soon.md': text });
  expect(texts['a.md']).toBe('<a href="/blog/soon">x</a>');
  expect(remarks).toEqual([`${file}: leads to an article that readers cannot see: soon.md in a.md`]);
});

test('other links stay as they are', async () => {
  const links =
    '[a](#b) [b](/2024/05/03/hello/) [c](https://example.com/a.md) [d](mailto:ann@example.com) [e](//example.com/a.md) [f](large.png)';
  expect(await linked(links)).toEqual([
    '<a href="#b">a</a> <a href="/2024/05/03/hello/">b</a> <a href="https://example.com/a.md">c</a> ' +
      '<a href="mailto:ann@example.com">d</a> <a href="//example.com/a.md">e</a> <a href="large.png">f</a>',
  ]);
});

test('a file that cannot be read is no target, and keeps no other from being read', async () => {
  const how = imported({ 'a.md': `${dated}[x](b.md)`, 'b.md': '---\ntitle: [\n---\n' });
  await expect(how).rejects.toThrow('not valid YAML');
});
