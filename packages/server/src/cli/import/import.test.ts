import { describe, expect, test } from 'bun:test';
import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { inTemporaryFolder, runNewsstand } from '../../../../../tests/newsstandProcess.ts';
import { outcomeHere, runHere } from '../../../../../tests/runHere.ts';
import { tarOf } from '../../transfer/importers/testing/tarFile.ts';
import { Failure } from '../Failure.ts';

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="45"><rect width="80" height="45"/></svg>';
const place = ['--project', 'acme', '--space', 'web', '--instance', 'press'];
const tag = '{"kind":"tag","projectId":"acme","spaceId":"web","tagId":"own","name":"Own"}\n';
const feed = `<rss version="2.0"><channel><title>F</title><link>https://example.com/</link>
<item><guid>g1</guid><title>From a feed</title><description>Text</description></item></channel></rss>`;
const post = `---
title: Hello
date: 2024-05-03 09:00
category: News
cover: cover.svg
mood: good
---
Text
`;

type Env = { readonly NEWSSTAND_DATA: string };

/** A folder with content of several kinds, and an empty data folder. */
function withContent<T>(work: (folder: string, env: Env) => Promise<T>): Promise<T> {
  return inTemporaryFolder(async (folder) => {
    await Bun.write(join(folder, 'posts/hello.md'), post);
    await Bun.write(join(folder, 'posts/cover.svg'), picture);
    await Bun.write(join(folder, 'posts/README.md'), '# About this folder\n');
    await Bun.write(join(folder, 'own.ndjson'), tag);
    await Bun.write(join(folder, 'export.txt'), feed);
    return work(folder, { NEWSSTAND_DATA: join(folder, 'data') });
  });
}

test('what was changed here stays, both versions are printed, and --overwrite takes that of the source', async () => {
  await withContent(async (folder, env) => {
    const words = ['import', join(folder, 'posts'), ...place];
    await runHere(words, env);
    const own = { kind: 'news', projectId: 'acme', spaceId: 'web', instanceId: 'press', contentId: 'hello' };
    const values = { title: 'Mine', body: {}, thumbnail: { mediaId: 'no-picture' } };
    const none = { ...{ kind: 'media', projectId: 'acme', spaceId: 'web' }, mediaId: 'no-picture' };
    const lines = [
      { ...none, name: 'No picture', type: 'image' },
      { ...own, name: 'Mine', alias: 'hello', status: 'draft', values },
    ];
    await Bun.write(join(folder, 'mine.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'));
    await runHere(['import', join(folder, 'mine.ndjson')], env);
    const report = join(folder, 'report.html');
    const { stdout } = await outcomeHere([...words, '--report', report], env);
    expect(stdout).toMatch(/^\d lines: 0 created, 0 updated, \d unchanged, 0 deleted, 1 kept\n/);
    expect(stdout).toContain('KEPT AS THEY ARE HERE (--overwrite takes the version of the source)\n');
    expect(stdout).toContain('       news hello (Mine) was changed here\n');
    expect(stdout).toContain('         title: "Mine" here, "Hello" in the source\n');
    expect(await Bun.file(report).text()).toContain('<b>title</b> here: Mine<br>in the source: Hello');
    expect(JSON.parse((await outcomeHere([...words, '--json', '--overwrite'], env)).stdout)).toMatchObject({
      ...{ updated: 1, kept: 0, conflicts: [] },
    });
    const refused = await outcomeHere(['import', join(folder, 'own.ndjson'), '--overwrite'], env);
    expect(refused.stderr).toContain('--overwrite is for content of other systems');
  });
});

test('Markdown in another encoding is refused, and comes in with --encoding', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    // お知らせ
    const title = Buffer.from('82a8926d82e782b9', 'hex');
    const bytes = Buffer.concat([
      Buffer.from('---\ndate: 2024-05-03\ntitle: '),
      title,
      Buffer.from('\n---\nText\n'),
    ]);
    await Bun.write(join(folder, 'posts/a.md'), bytes);
    const words = ['import', join(folder, 'posts'), ...place];
    expect((await outcomeHere(words, env)).stderr).toContain(
      'contains bytes that are not valid UTF-8; it looks like shift_jis: give --encoding shift_jis, or save it as UTF-8',
    );
    await runHere([...words, '--encoding', 'shift_jis'], env);
    expect((await runHere(['export'], env)).stdout).toContain('"title":"お知らせ"');
    expect((await outcomeHere([...words, '--encoding', 'euc-jp'], env)).stderr).toContain('not valid euc-jp');
  });
});

test('the settings of a site say where its articles were', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    await Bun.write(join(folder, 'site/_config.yml'), 'permalink: /:year/:month/:title/\n');
    await Bun.write(join(folder, 'site/_posts/2024-05-03-hello.md'), 'Text\n');
    await Bun.write(join(folder, 'site/_posts/2024-05-04-own.md'), '---\npermalink: /mine/\n---\nText\n');
    await Bun.write(join(folder, 'site/_posts/2024-05-05-style.md'), '---\npermalink: pretty\n---\nText\n');
    await runHere(['import', join(folder, 'site/_posts'), ...place], env);
    const words = ['redirects', '--for', 'netlify', ...place.slice(0, 4)];
    expect((await runHere(words, env)).stdout.trim().split('\n').toSorted()).toEqual([
      '/2024/05/05/style/ /press/style 301',
      '/2024/05/hello/ /press/hello 301',
      '/mine/ /press/mine 301',
    ]);
  });
});

test('defaults of Jekyll say where posts were, and which are hidden, for a folder and for a single file', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    const scopes =
      "[{ scope: { type: posts }, values: { permalink: '/:year/:title/' } }, { scope: { path: _posts/old }, values: { published: false } }]";
    await Bun.write(join(folder, 'site/_config.yml'), `baseurl: /blog\ndefaults: ${scopes}\n`);
    await Bun.write(join(folder, 'site/_posts/2024-05-03-hello.md'), 'Text\n');
    await Bun.write(join(folder, 'site/_posts/old/2024-05-03-secret.md'), 'Text\n');
    await Bun.write(join(folder, 'site/_posts/old/2024-05-04-shown.md'), '---\npublished: true\n---\nText\n');
    await runHere(['import', join(folder, 'site'), ...place], env);
    const words = ['redirects', '--for', 'netlify', ...place.slice(0, 4)];
    expect((await runHere(words, env)).stdout.trim().split('\n').toSorted()).toEqual([
      '/blog/2024/hello/ /press/hello 301',
      '/blog/2024/shown/ /press/shown 301',
    ]);
    const fresh = { NEWSSTAND_DATA: join(folder, 'fresh') };
    const single = await stateOf(join(folder, 'site/_posts/old/2024-05-03-secret.md'), fresh);
    expect(single).toEqual({ states: ['news, draft'], why: 'becomes a draft: field published is false' });
  });
});

test('links between files lead to their articles, from one folder to another and in any encoding', async () => {
  await inTemporaryFolder(async (folder) => {
    const env = { NEWSSTAND_DATA: join(folder, 'data') };
    // 日.md, linked to in Shift_JIS
    await Bun.write(
      join(folder, 'posts/2024-05-03-a.md'),
      Buffer.from('5b315d2893fa2e6d642362295b325d282e2e2f6f6c642f6f6c642e6d6429', 'hex'),
    );
    await Bun.write(join(folder, 'posts/日.md'), '---\ndate: 2024-05-03\nslug: sun\n---\n');
    await Bun.write(join(folder, 'old/old.md'), '---\ndate: 2024-05-03\n---\n[3](../posts/2024-05-03-a.md)');
    const sources = [join(folder, 'posts'), join(folder, 'old/old.md')];
    const choices = ['--encoding', 'shift_jis', '--article-url', 'https://example.com/{instance}/{alias}/'];
    await runHere(['import', ...sources, ...place, ...choices], env);
    const { stdout } = await runHere(['export'], env);
    expect(
      [...stdout.matchAll(/<a href=\\"(.*?)\\">(.)/g)].map(([, href, name]) => `${name} ${href}`).toSorted(),
    ).toEqual(['1 /press/sun/#b', '2 /press/old/', '3 /press/a/']);
  });
});

test('a folder of Markdown, a feed and NDJSON come in at once, and again without a change', async () => {
  await withContent(async (folder, env) => {
    const files = ['posts', 'export.txt', 'own.ndjson'].map((name) => join(folder, name));
    const words = ['import', ...files, ...place, '--time-zone', 'Asia/Tokyo'];
    const tried = await outcomeHere([...words, '--dry-run'], env);
    const first = await runNewsstand(words, { env });
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(tried.stdout).toBe(`${first.stdout}Nothing was changed: this was a dry run.\n`);
    expect(first.stdout).toStartWith(
      '6 lines: 6 created, 0 updated, 0 unchanged, 0 deleted\n\nCOUNT  IMPORTED  AS\n',
    );
    expect(first.stdout).toMatch(/^ {4}1 {2}post +news, published$/m);
    expect(first.stdout).toMatch(/^ {4}1 {2}image +media, from a local file$/m);
    expect(first.stdout).toContain('\nLEFT OUT\n');
    expect(first.stdout).toMatch(
      /^ {4}1 {2}field 'mood' of a front matter: news have no such field\n {7}.*hello\.md$/m,
    );

    const again = JSON.parse((await outcomeHere([...words, '--json'], env)).stdout);
    expect(again).toMatchObject({ lines: 6, created: 0, updated: 0, unchanged: 6 });
    expect(again.foreign.mapped).toContainEqual({ what: 'post', to: 'news, published', count: 1 });
    expect(again.foreign.skipped[0]).toMatchObject({ what: 'file', count: 1 });

    const { stdout } = await outcomeHere(['export'], env);
    const records = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.find(({ contentId }) => contentId === 'hello')).toMatchObject({
      createdAt: Date.parse('2024-05-03T09:00:00+09:00'),
      category: { categoryId: 'news' },
    });
  });
});

test('standard input may be of any kind', async () => {
  await withContent(async (_, env) => {
    const markdown = await outcomeHere(['import', '-', ...place], env, { stdin: post });
    expect(markdown).toMatchObject({ code: 0, stderr: '' });
    expect(markdown.stdout).toContain('picture: is not in the folder');
    const words = ['import', '-', '--from', 'feed', ...place];
    expect((await outcomeHere(words, env, { stdin: feed })).stdout).toMatch(/news, draft/);
    expect((await outcomeHere(['import', '-'], env, { stdin: tag })).stdout).toStartWith('1 line: 1 created');
    expect((await outcomeHere(['import', '-'], env)).stdout).toStartWith('0 lines');
    const junk = await outcomeHere(['import', '-'], env, { stdin: 'junk' });
    expect(junk).toMatchObject({ code: 2, stdout: '' });
    expect(junk.stderr).toContain('--from: ndjson, wordpress, contentful,');
  });
});

test('a category that the space has under that alias is the same one', async () => {
  await withContent(async (folder, env) => {
    const category = tag.replaceAll('tag', 'category').replace('"Own"', '"Ours","alias":"news"');
    const own = await outcomeHere(['import', '-'], env, { stdin: category });
    expect(own.code).toBe(0);
    const { stdout } = await outcomeHere(['import', join(folder, 'posts'), ...place], env);
    expect(stdout).toMatch(/^ {4}1 {2}category +existing category, by its alias$/m);
    const records = (await outcomeHere(['export'], env)).stdout.trimEnd().split('\n');
    expect(records.filter((line) => line.includes('"kind":"category"'))).toHaveLength(1);
    expect(records.at(-1)).toContain('"categoryId":"own"');
  });
});

test('files beside an export are imported; unreadable ones keep their URL', async () => {
  await withContent(async (folder, env) => {
    const urls = ['uploads/2024/good.svg', 'uploads/2024/broken.jpg', 'bare.svg'].map(
      (path) => `https://example.com/${path}`,
    );
    const items = urls.map(
      (url) =>
        `<item><guid>${url}</guid><title>T</title><pubDate>Fri, 03 May 2024 09:00:00 GMT</pubDate><enclosure url="${url}" type="image/png"/></item>`,
    );
    await Bun.write(
      join(folder, 'site.xml'),
      `<rss version="2.0"><channel>${items.join('')}</channel></rss>`,
    );
    await Bun.write(join(folder, 'uploads/2024/good.svg'), picture);
    await Bun.write(join(folder, 'uploads/2024/broken.jpg'), 'no picture');
    await Bun.write(join(folder, 'bare.svg'), picture);
    const words = ['import', join(folder, 'site.xml'), ...place, '--json'];
    const plain = JSON.parse((await outcomeHere(words, env)).stdout);
    expect(plain.foreign.mapped).toContainEqual({ what: 'image', to: 'media, from a local file', count: 2 });
    expect(plain.foreign.changed).toMatchObject([
      { why: expect.stringContaining('is used by its URL'), count: 1 },
    ]);
    const media = async () =>
      (await outcomeHere(['export'], env)).stdout
        .split('\n')
        .flatMap((line) => (line.includes('"kind":"media"') ? [JSON.parse(line)] : []))
        .map(({ file, accessUrl }) => (file === undefined ? accessUrl : 'here'))
        .sort();
    expect(await media()).toEqual(['here', urls[2], urls[1]]);
    await outcomeHere([...words, '--media', folder], env);
    expect(await media()).toEqual(['here', 'here', urls[1]]);
  });
});

test('a fault is reported with its file and line, and nothing is imported', async () => {
  await withContent(async (folder, env) => {
    const bad = join(folder, 'posts/2024/bad.md');
    await Bun.write(bad, '---\ntitle: Bad\ndate: "2024\n---\n');
    const { code, stdout, stderr } = await outcomeHere(['import', join(folder, 'posts'), ...place], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toStartWith(`${bad}:3: the front matter is not valid YAML`);
    expect(JSON.parse((await outcomeHere(['status', '--json'], env)).stdout).shelves).toEqual([]);
  });
});

test('a taken alias explains the ways out', async () => {
  await withContent(async (folder, env) => {
    await outcomeHere(['import', join(folder, 'posts'), ...place], env);
    const again = await failureOf(['import', folder, ...place], env);
    expect(again.message).toStartWith('nothing was imported: 1 fault\nAn alias belongs to one article');
  });
});

test('a slug that is the ID of another article is dropped, whichever comes first', async () => {
  await withContent(async (folder, env) => {
    const article = (slug: string) => `---\ntitle: T\ndate: 2024-05-03\nslug: ${slug}\n---\nText\n`;
    await Bun.write(join(folder, 'two/a.md'), article('b'));
    await Bun.write(join(folder, 'two/b.md'), article('a'));
    await Bun.write(join(folder, 'two/c.md'), article('..'));
    const words = ['import', join(folder, 'two'), ...place];
    const { code, stdout } = await outcomeHere(words, env);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^ {4}2 {2}news: is imported without its slug, which is the ID of another one\n {7}b\n {7}a$/m,
    );
    expect(stdout).toContain('is imported without its slug, which is not a valid alias');
    expect((await outcomeHere(words, env)).stdout).toStartWith('4 lines: 0 created, 0 updated, 4 unchanged');
  });
});

test('an ID that is an alias in the store explains the ways out', async () => {
  await withContent(async (folder, env) => {
    const article = (slug: string) => `---\ntitle: T\ndate: 2024-05-03\nslug: ${slug}\n---\nText\n`;
    await Bun.write(join(folder, 'first/a.md'), article('b'));
    await Bun.write(join(folder, 'second/b.md'), article('c'));
    await outcomeHere(['import', join(folder, 'first'), ...place], env);
    const { message } = await failureOf(['import', join(folder, 'second'), ...place], env);
    expect(message).toStartWith('nothing was imported: 1 fault\nAn alias belongs to one article');
  });
});

test('an instance for banners takes no articles', async () => {
  await withContent(async (folder, env) => {
    const banners = tag
      .replace('tag"', 'instance","app":"banner"')
      .replace('"tagId":"own","name":"Own"', '"instanceId":"press"');
    expect((await outcomeHere(['import', '-'], env, { stdin: banners })).code).toBe(0);
    const { code, stderr } = await outcomeHere(['import', join(folder, 'posts'), ...place], env);
    expect(code).toBe(1);
    expect(stderr).toContain(
      "instanceId: 'press' is already an instance for banners in this space; choose another ID",
    );
  });
});

test('what a section of Hugo hides stays hidden', async () => {
  await withContent(async (folder, env) => {
    const words = ['import', join(folder, 'posts'), ...place];
    await Bun.write(join(folder, 'posts/_index.md'), '---\ncascade:\n  draft: true\n---\n');
    await Bun.write(join(folder, 'posts/2024/trip.md'), '---\ntitle: A trip\ndate: 2024-05-03\n---\n');
    for (const name of ['posts/hello.md', 'posts/2024', 'posts/2024/trip.md']) {
      const { stdout } = await runHere(['import', join(folder, name), ...place, '--dry-run'], env);
      expect(stdout).toMatch(/^ {4}1 {2}post +news, draft$/m);
    }
    await Bun.write(join(folder, 'posts/_index.md'), '---\ncascade: [\n---\n');
    expect((await failureOf(words, env)).message).toContain('cannot be read: the front matter is not valid');
  });
});

test('what is wrong can be left out, and the rest is imported', async () => {
  await withContent(async (folder, env) => {
    await Bun.write(join(folder, 'posts/bad.md'), '---\ntitle: [\n---\n');
    const words = ['import', join(folder, 'posts'), ...place];
    expect((await failureOf(words, env)).message).toContain('nothing was imported: 1 fault');
    const { stdout } = await runHere([...words, '--skip-bad', '--json'], env);
    expect(JSON.parse(stdout)).toMatchObject({
      byKind: { news: { created: 1 } },
      skippedCount: 1,
      skipped: [{ source: expect.stringContaining('bad.md'), line: expect.any(Number) }],
    });
    const lines = join(folder, 'lines.ndjson');
    await Bun.write(
      lines,
      '{"kind":"tag"}\n{"kind":"tag","projectId":"acme","spaceId":"web","tagId":"t","name":"T"}\n',
    );
    const own = await outcomeHere(['import', lines, '--skip-bad'], env);
    expect(own).toMatchObject({ code: 0, stdout: expect.stringContaining('1 created') });
    expect(own.stderr).toContain('lines.ndjson:1: left out: ');
  });
});

/** How the posts of a file or folder would be imported, and what would be changed. */
async function stateOf(path: string, env: Env, ...options: string[]) {
  const words = ['import', path, ...place, '--dry-run', '--json', ...options];
  const { foreign } = JSON.parse((await runHere(words, env)).stdout);
  const states = foreign.mapped.flatMap(({ what, to }: { what: string; to: string }) =>
    what === 'post' ? to : [],
  );
  return { states, why: foreign.changed.map(({ why }: { why: string }) => why).join() };
}

test('Markdown without a date is a draft, unless the operator wants it published', async () => {
  await withContent(async (folder, env) => {
    await Bun.write(join(folder, 'notes/undated.md'), '# Undated\n');
    await Bun.write(join(folder, 'notes/updated.md'), '---\nlastmod: 2024-05-03\n---\n# Updated\n');
    const { states, why } = await stateOf(join(folder, 'notes'), env);
    expect(states.sort()).toEqual(['news, draft', 'news, published']);
    expect(why).toStartWith('has no date, so it becomes a draft (--publish-undated ');
    const published = await stateOf(join(folder, 'notes'), env, '--publish-undated');
    expect(published).toEqual({
      states: ['news, published'],
      why: 'has no date: it is published as of the import',
    });
  });
});

describe('a folder that is for drafts, by its name', () => {
  test('makes drafts even if it is given itself, or is a parent folder', async () => {
    await withContent(async (folder, env) => {
      const paths = ['_drafts', 'drafts', 'Private/2024', '.drafts/deep/er'];
      for (const path of paths) await Bun.write(join(folder, path, 'secret.md'), post);
      await Bun.write(join(folder, 'drafts/trip/index.md'), post);
      await symlink(join(folder, 'drafts'), join(folder, 'articles'));
      await symlink(join(folder, 'articles'), join(folder, 'news'));
      await symlink(join(folder, '_drafts/secret.md'), join(folder, 'public.md'));
      const named = [...paths, ...paths.map((path) => join(path, 'secret.md')), 'drafts/trip/index.md'];
      for (const path of [...named, 'news', 'news/secret.md', 'public.md']) {
        const { states, why } = await stateOf(join(folder, path), env);
        expect({ path, states }).toEqual({ path, states: ['news, draft'] });
        expect(why).toContain('--ignore-parent-folders');
      }
    });
  });

  test('can be ignored as a parent folder, but not inside the given folder', async () => {
    await withContent(async (folder, env) => {
      await Bun.write(join(folder, 'drafts/site/a.md'), post);
      await Bun.write(join(folder, 'drafts/site/drafts/b.md'), post);
      for (const path of ['drafts/site/a.md', 'drafts/site/drafts/b.md'])
        expect(await stateOf(join(folder, path), env, '--ignore-parent-folders')).toEqual({
          states: ['news, published'],
          why: '',
        });
      const { states } = await stateOf(join(folder, 'drafts/site'), env, '--ignore-parent-folders');
      expect(states.sort()).toEqual(['news, draft', 'news, published']);
    });
  });
});

test('a single file has the ID that it has in its folder', async () => {
  await withContent(async (folder, env) => {
    await Bun.write(join(folder, 'posts/trip/index.md'), '# A trip\n');
    const import_ = async (...names: string[]) =>
      JSON.parse((await runHere(['import', ...names, ...place, '--json'], env)).stdout);
    const files = ['posts/hello.md', 'posts/trip/index.md'].map((name) => join(folder, name));
    expect(await import_(...files)).toMatchObject({ byKind: { news: { created: 2 } } });
    expect(await import_(join(folder, 'posts'))).toMatchObject({ created: 0, updated: 0 });
  });
});

/** What a command ends with. */
async function failureOf(words: readonly string[], env: Env): Promise<Failure> {
  const { error } = await runHere(words, env);
  if (error instanceof Failure) return error;
  throw new Error('it did not fail', { cause: error });
}

describe('asked wrongly', () => {
  const wrong: [string[], string][] = [
    [['posts'], '--project, --space and --instance are needed'],
    [['export.txt', '--project', 'acme', '--space', 'web'], ' is a feed: --instance is needed'],
    [['posts', ...place.slice(0, 4), '--instance', 'a b'], '--instance must be 1 to 128 characters'],
    [['own.ndjson', '--space', 'web'], '--space is for content of other systems'],
    [['own.ndjson', '--time-zone', 'UTC'], '--time-zone is for content of other systems'],
    [['own.ndjson', '--ignore-parent-folders'], '--ignore-parent-folders is for content of other systems'],
    [['posts', ...place, '--from', 'wordpres'], 'did you mean wordpress?'],
    [['posts', ...place, '--time-zone', 'Asia/Tokio'], 'did you mean Asia/Tokyo?'],
    [['posts', ...place, '--encoding', 'klingon'], '--encoding must be the name of an encoding'],
    [['posts', ...place, '--site-url', 'example.com'], '--site-url must be a URL such as'],
    [['posts', ...place, '--media', 'own.ndjson'], 'is not a folder'],
    [['export.txt', ...place, '--from', 'markdown'], 'is not Markdown; it looks like --from feed'],
    [['posts/cover.svg', ...place], 'it starts like none of the known formats. Name it with --from'],
  ];
  test.each(wrong)('import %j', async (words, message) => {
    await withContent(async (folder, env) => {
      const [file = '', ...options] = words.map((word) =>
        /^(posts|own|export)/.test(word) ? join(folder, word) : word,
      );
      const { exitCode, message: told } = await failureOf(['import', file, ...options], env);
      expect(exitCode).toBe(2);
      expect(told).toContain(message);
      if (message.includes('needed')) expect(told).toEndWith(`newsstand import ${file} ${place.join(' ')}`);
    });
  });

  test('files that would be one article, and folders without any', async () => {
    await withContent(async (folder, env) => {
      await Bun.write(join(folder, 'notes/hello.md'), post);
      const both = [join(folder, 'posts'), join(folder, 'notes')];
      const clash = await failureOf(['import', ...both, ...place], env);
      expect(clash).toMatchObject({ exitCode: 1, message: expect.stringContaining('would get the same ID') });
      await mkdir(join(folder, 'empty'));
      const none = await failureOf(['import', join(folder, 'empty'), ...place], env);
      expect(none).toMatchObject({
        exitCode: 1,
        message: expect.stringContaining('there is no Markdown in'),
      });
    });
  });
});

test('an export of Sanity may be an archive, its folder or a pipe, with its pictures', async () => {
  await withContent(async (folder, env) => {
    const image = { _type: 'image', _sanityAsset: 'image@file://./images/a-80x45.svg' };
    const child = { _type: 'span', text: 'Hello', marks: [] };
    const body = [{ _type: 'block', markDefs: [], children: [child] }, image];
    const post = { _id: 'a', _type: 'post', _createdAt: '2024-05-03T09:00:00Z', title: 'A', body };
    const files = [
      { path: 'export/data.ndjson', content: JSON.stringify(post) },
      { path: 'export/images/a-80x45.svg', content: picture },
    ];
    const archive = new Uint8Array(gzipSync(tarOf(files)));
    await Bun.write(join(folder, 'production.tar.gz'), archive);
    for (const { path, content } of files) await Bun.write(join(folder, 'unpacked', path), content);
    const words = (name: string) => ['import', name, ...place, '--json'];
    const first = await outcomeHere(words(join(folder, 'production.tar.gz')), env);
    expect(JSON.parse(first.stdout)).toMatchObject({ created: 2, unchanged: 0 });
    const again = await outcomeHere(words(join(folder, 'unpacked')), env);
    expect(JSON.parse(again.stdout)).toMatchObject({ created: 0, unchanged: 2 });
    const piped = await runNewsstand(words('-'), { env, stdin: archive });
    expect(JSON.parse(piped.stdout)).toMatchObject({ created: 0, unchanged: 2 });
    // Nothing of it stays.
    expect((await readdir(env.NEWSSTAND_DATA)).filter((name) => name.startsWith('import-'))).toEqual([]);

    await Bun.write(join(folder, 'cut.tar.gz'), archive.subarray(0, -9));
    const cut = await outcomeHere(words(join(folder, 'cut.tar.gz')), env);
    expect(cut.stderr).toContain('the archive ends unexpectedly: it was cut off');
    await Bun.write(join(folder, 'other.tar'), tarOf([{ path: 'a.txt', content: 'x' }]));
    const other = await outcomeHere(words(join(folder, 'other.tar')), env);
    expect(other.stderr).toMatch(/it is an archive, but without .*data\.ndjson/);
  });
});

/** An export of Ghost with posts of these bodies. */
function ghostOf(bodies: readonly string[], type = 'post'): string {
  const posts = bodies.map((html, index) => ({
    ...{ id: `5f0000000000000000000${index}00`, title: `Post ${index}`, slug: `p${index}`, type, html },
    ...{ status: 'published', published_at: '2024-05-03T00:00:00.000Z' },
  }));
  return JSON.stringify({ db: [{ meta: {}, data: { posts } }] }, null, 1);
}

test('a bad link costs its target, and neither its article nor the site', async () => {
  await withContent(async (folder, env) => {
    const file = join(folder, 'ghost.json');
    const bad = '<p>See <a href="“https://x.example/a”">this</a> and <a href="javascript:go()">that</a></p>';
    await Bun.write(file, ghostOf(['<p>fine</p>', bad]));
    const { stdout } = await runHere(['import', file, ...place, '--json'], env);
    const { byKind, foreign } = JSON.parse(stdout);
    expect(byKind.news.created).toBe(2);
    expect(foreign.skipped).toMatchObject([
      {
        ...{ what: 'link', count: 2, articles: 1 },
        examples: ['“https://x.example/a” (this) in Post 1', 'javascript:go() (that) in Post 1'],
      },
    ]);
  });
});

test('of a file that is cut off, --skip-bad imports what is whole, and says where it was cut', async () => {
  await withContent(async (folder, env) => {
    const file = join(folder, 'ghost.json');
    const json = ghostOf(['<p>one</p>', '<p>two</p>', '<p>three</p>']);
    await Bun.write(file, json.slice(0, json.indexOf('three')));
    const line = json.slice(0, json.indexOf('three')).split('\n').length;
    const words = ['import', file, ...place];
    expect((await failureOf(words, env)).message).toContain('nothing was imported: 1 fault');
    const { stdout, stderr } = await outcomeHere([...words, '--skip-bad'], env);
    expect(stdout).toMatch(/^ {4}2 {2}post +news, draft$/m);
    expect(stdout).toContain('    2  posts: each becomes a draft: the file is cut off');
    expect(stderr).toContain(`ghost.json:${line}: left out: the file ends unexpectedly: it was cut off`);
  });
});

test('an import without an article fails, and says what to do', async () => {
  await withContent(async (folder, env) => {
    const file = join(folder, 'ghost.json');
    await Bun.write(file, ghostOf(['<p>About us</p>'], 'page'));
    const words = ['import', file, ...place];
    const { code, stdout, stderr } = await outcomeHere(words, env);
    expect(code).toBe(1);
    expect(stdout).toContain('LEFT OUT');
    expect(stderr).toContain('no article was imported: what could have been articles was left out:');
    expect(stderr).toContain('1 page: pages are not news; use --pages to import them');
    expect((await outcomeHere([...words, '--pages'], env)).code).toBe(0);
    await Bun.write(file, '<rss version="2.0"><channel><title>T</title></channel></rss>');
    expect((await failureOf([...words, '--dry-run'], env)).message).toContain(
      'Check that it is the right file',
    );
  });
});

test('counts name what is counted, and in how many articles', async () => {
  await withContent(async (folder, env) => {
    const file = join(folder, 'ghost.json');
    const script = '<script src="https://x.example/a.js"></script>';
    await Bun.write(file, ghostOf([script + script, `<p>a</p>${script}`, '<p>b</p>']));
    const { stdout } = await runHere(['import', file, ...place], env);
    expect(stdout).toContain('    3  scripts: articles run no scripts (in 2 articles)\n');
    expect(stdout).toMatch(/^ {4}3 {2}post +news, published$/m);
  });
});
