import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../build/run.ts';
import { collections, news } from '../../tests/acceptance/content.ts';
import { lacksBrowser, openPage, sharedBrowser } from '../../tests/browser/openBrowser.ts';
import { isFull } from '../../tests/testing/runs.ts';
import { installTools } from '../../tests/tools/installTools.ts';
import { lintPackage } from '../../tests/tools/lintPackage.ts';
import { sizeOf } from './build/sizeOf.ts';
import { installPackage } from './testing/installPackage.ts';
import { openService, type Service } from './testing/openService.ts';

// The first run installs the linters.
setDefaultTimeout(600_000);

const root = join(import.meta.dir, '../..');
const tools = join(root, 'node_modules/.bin');
const blocks = [
  { type: 'heading', level: 2, text: 'Why' },
  { type: 'paragraph', text: 'Light <em>matters</em>.<script>alert(1)</script>' },
];

const components = ['Body', 'Live', 'Picture'].map((name) => `astro/${name}.astro`);

let folder = '';
let files: Awaited<ReturnType<typeof installPackage>>;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newsstand-package-'));
  [files, service] = await Promise.all([
    installPackage(folder),
    openService('package', [...collections, news('n1', {}, { body: { blocks } }), news('n2')]),
  ]);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test('contains what it needs, and nothing that its users do not have', async () => {
  const { dependencies, exports, sideEffects } = await Bun.file(join(files.installed, 'package.json')).json();
  expect([dependencies, sideEffects, Object.keys(exports)]).toEqual([
    undefined,
    false,
    [
      ...[
        '.',
        './page',
        './preview',
        './body',
        './embeds',
        './server',
        './astro',
        './react',
        './next',
        './next/image',
      ],
      ...components.map((path) => `./${path}`),
      './package.json',
    ],
  ]);
  const paths = [...new Bun.Glob('**/*').scanSync(files.installed)].sort();
  expect(paths.filter((path) => !/\.(js|d\.ts)$/.test(path))).toEqual([
    'LICENSE',
    'NOTICES.txt',
    'README.md',
    ...components,
    'package.json',
  ]);
  for (const path of paths.filter((each) => /\.(js|d\.ts)$/.test(each))) {
    const text = await Bun.file(join(files.installed, path)).text();
    const targets = [...text.matchAll(/^(?:import|export)\b[^'"\n]*\bfrom ['"]([^'"]+)['"]/gm)].map(
      ([, to = '']) => to,
    );
    // Who uses these parts has the framework.
    const [, part = ''] = /^(astro|react|next)\//.exec(path) ?? [];
    const frameworks = { astro: /^astro\//, react: /^react$/, next: /^(react|next\/\w+)$/ };
    const known = new Map(Object.entries(frameworks)).get(part);
    const others = targets.filter((to) => !/^\.\.?\/.*\.js$/.test(to) && !known?.test(to));
    expect([path, others]).toEqual([path, []]);
    expect([path, /(?<!astro\/)\bzod\b|newsstand\/contract/.test(text) || text.includes(root)]).toEqual([
      path,
      false,
    ]);
  }
  const notices = await Bun.file(join(files.installed, 'NOTICES.txt')).text();
  for (const name of ['hast-util-sanitize', 'hast-util-to-html', 'parse5'])
    expect(notices).toContain(`${name} `);
});

test('the client is under 9 KB, what pages need under 7.5 KB, and nobody pays for what is not used', async () => {
  const [core, page] = [join(files.installed, 'index.js'), join(files.installed, 'page.js')];
  expect(await sizeOf(core)).toBeLessThan(9 * 1024);
  expect(await sizeOf(page)).toBeLessThan(7.5 * 1024);
  expect(await sizeOf(core, ['createClient'])).toBeLessThan(5000);
  expect(await sizeOf(join(files.installed, 'preview.js'))).toBeLessThan(5500);
  expect(await sizeOf(join(files.installed, 'embeds/index.js'))).toBeLessThan(3000);
  expect(await sizeOf(join(files.installed, 'server/index.js'))).toBeLessThan(2000);
  expect(await sizeOf(join(files.installed, 'react/live.js'))).toBeLessThan(1200);
  // Neither the parser of `Body` nor the client.
  expect(await sizeOf(join(files.installed, 'react/index.js'), ['Picture', 'Blocks'])).toBeLessThan(3000);
});

/** A program as a user writes it: plain JavaScript. It prints what it got. */
const program = `
import { createClient, memoryCache, NewsstandError } from '@newsstand/client';
import { metaTags, outline, rss } from '@newsstand/client/page';
import { renderBody } from '@newsstand/client/body';

export async function read(options) {
  const client = createClient({ ...options, projectId: 'package', spaceId: 'web', cache: memoryCache() });
  const press = client.news('press');
  await press.list();
  const { totalCount } = await press.list();
  const item = await press.get('n1');
  const ids = [];
  for await (const { contentId } of press.all({ size: 1 })) ids.push(contentId);
  const code = await press.get('nobody').catch((error) => error instanceof NewsstandError && error.code);
  const told = [];
  for await (const { type } of client.subscribe({ kinds: 'news' })) { told.push(type); break; }
  const feed = rss([item], { title: 'News', url: 'https://example.com/', description: '', itemUrl: () => 'https://example.com/1' });
  return {
    totalCount, ids: ids.sort(), code, told, html: renderBody(item.values.body), outline: outline(item.values.body),
    title: metaTags(item)[0].text, feed: feed.slice(0, 5),
  };
}
`;
const read = {
  totalCount: 2,
  ids: ['n1', 'n2'],
  code: 'not_found',
  told: ['reset'],
  html: '<h2 id="why">Why</h2>\n<p>Light <em>matters</em>.</p>',
  outline: [{ id: 'why', text: 'Why', level: 2, children: [] }],
  title: 'Title of n1',
  feed: '<?xml',
};
const optionsOf = ({ url, reader }: Service) =>
  JSON.stringify({ url, key: reader.key, secret: reader.secret });

test('works in Node, installed from its tarball', async () => {
  await Bun.write(join(files.app, 'read.js'), program);
  const call = `import { read } from './read.js'; console.log(JSON.stringify(await read(${optionsOf(service)})));`;
  await Bun.write(join(files.app, 'main.js'), call);
  expect(JSON.parse(await run(['node', 'main.js'], files.app))).toEqual(read);
});

test.skipIf(lacksBrowser('the client in a page'))('works in a page, across origins', async () => {
  await Bun.write(join(files.app, 'read.js'), program);
  const { outputs } = await Bun.build({
    entrypoints: [join(files.app, 'read.js')],
    minify: true,
    target: 'browser',
  });
  const script = (await outputs[0]?.text()) ?? '';
  const pages = Bun.serve({
    port: 0,
    routes: {
      '/read.js': () => new Response(script, { headers: { 'content-type': 'text/javascript' } }),
      '/': () =>
        new Response('<!doctype html><title>page</title>', { headers: { 'content-type': 'text/html' } }),
    },
  });
  const page = await openPage(await sharedBrowser());
  try {
    await page.goto(`http://127.0.0.1:${pages.port}/`);
    expect(await page.evaluate(`import('/read.js').then(({ read }) => read(${optionsOf(service)}))`)).toEqual(
      read,
    );
  } finally {
    await page.browserContext().close();
    await pages.stop(true);
  }
});

/** What must compile, and, below each expected error, what must not. */
const typed = `
import { blocksOf, createClient, imageUrl, type Media, memoryCache, type News, NewsstandError, srcset } from '@newsstand/client';
import { metaTags } from '@newsstand/client/page';
import { renderBody } from '@newsstand/client/body';

const client = createClient({ url: 'https://content.example.com', key: 'k', secret: 's', projectId: 'p', spaceId: 'w',
  cache: memoryCache({ entries: 10 }), fetch, timeout: Infinity, retries: 0 });
const press = client.news('press');
export async function all(maybe: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  const { totalCount, list } = await press.list({ page: maybe, sort: ['name:asc', 'createdAt:desc'], tags: ['a'] }, { signal });
  const first: News | undefined = list[0];
  const count: number = totalCount;
  for await (const item of client.media.all({ sort: 'fileSize:desc' })) item satisfies Media;
  const url: string | undefined = await imageUrl(first?.values.thumbnail.media, [{ type: 'size', width: count, height: 1 }]);
  const html: string | undefined = renderBody(first?.values.body, { picture: (block) => ({ src: block.url ?? '' }) });
  for (const block of blocksOf(first?.values.body) ?? []) if (block.type === 'heading') block.level satisfies number;
  for await (const event of client.subscribe({ kinds: ['news'], instances: 'press', since: undefined }, { signal, onRetry: (error) => void error.code })) {
    if (event.type === 'reset') event.position satisfies string;
    else if (event.kind === 'news') event.id satisfies string;
  }
  try { await press.get('a', { previewAt: new Date() }); } catch (error) {
    if (error instanceof NewsstandError && error.code === 'not_found') error.problem?.requestId satisfies string | undefined;
  }
  void [url, html, first && metaTags(first), await srcset(undefined, { widths: [1], ratio: 16 / 9 })];
  // @ts-expect-error: no such field
  await press.list({ sort: 'title:asc' });
  // @ts-expect-error: no such direction
  await press.list({ sort: 'name:up' });
  // @ts-expect-error: a parameter of another kind
  await client.tags.list({ category: 'a' });
  // @ts-expect-error: no such parameter
  await press.list({ limit: 3 });
  // @ts-expect-error: there is no single category
  client.categories.get;
  // @ts-expect-error: all pages are read
  press.all({ page: 2 });
  // @ts-expect-error: no such operation
  await imageUrl(undefined, [{ type: 'resize' }]);
  // @ts-expect-error: no such kind
  client.subscribe({ kinds: ['article'] });
  // @ts-expect-error: may be missing
  const media: Media = list[0].values.thumbnail.media;
  // @ts-expect-error: no such code
  if (new NewsstandError('', { code: 'timeout', operation: '' }).code === 'nope') return;
  void media;
}
// @ts-expect-error: the secret is missing
createClient({ url: '', key: '', projectId: '', spaceId: '' });
`;

test.each([['nodenext', 'nodenext'], ...(isFull ? [['preserve', 'bundler']] : [])])(
  'its types hold, and its README compiles: module %s, resolution %s',
  async (module, moduleResolution) => {
    await Bun.write(join(files.app, 'typed.ts'), typed);
    const readme = await Bun.file(join(files.installed, 'README.md')).text();
    const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, example]) => example);
    expect(examples).toHaveLength(1);
    const runtime = 'declare const process: { env: { KEY: string; SECRET: string } };\n';
    await Bun.write(join(files.app, 'readme.ts'), runtime + examples.join(''));
    const compilerOptions = {
      module,
      moduleResolution,
      ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] },
      ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      ...{ noEmit: true, skipLibCheck: false },
    };
    const project = join(files.app, `tsconfig.${module}.json`);
    await Bun.write(project, JSON.stringify({ compilerOptions, files: ['typed.ts', 'readme.ts'] }));
    expect(await run([join(tools, 'tsc'), '-p', project], files.app)).toBe('');
  },
);

test('passes publint and attw', async () => {
  const linters = await installTools();
  await lintPackage(files.installed);
  const options = ['--profile', 'esm-only', '--no-definitely-typed', '--format', 'ascii', '--no-emoji'];
  // Components are read by the tools of Astro, not by TypeScript. It fails where something is wrong.
  options.push('--exclude-entrypoints', ...components);
  expect(await run([join(linters, '.bin/attw'), files.tarball, ...options], folder)).toContain(
    '"@newsstand/client/body"',
  );
});
