import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');
const server = 'packages/server/src/';
const manifest = 'packages/server/package.json';
const ownFile = `${server}ownFile.ts`;

/** Which rooms a room may use besides itself and the contract. Imports run one way. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  concurrency: [],
  http: [],
  files: ['http'],
  config: ['http'],
  log: ['config', 'store'],
  tracing: ['config', 'http'],
  store: ['files', 'concurrency'],
  media: ['config', 'http', 'files', 'concurrency'],
  catalogue: ['store', 'media', 'concurrency'],
  events: ['http', 'catalogue', 'store', 'concurrency'],
  webhooks: ['http', 'store', 'events', 'concurrency'],
  mail: ['config', 'store', 'concurrency'],
  delivery: [
    'config',
    'http',
    'media',
    'catalogue',
    'store',
    'log',
    'concurrency',
    'cdn',
    'events',
    'tracing',
  ],
  cdn: ['config', 'log', 'store', 'catalogue', 'concurrency'],
  transfer: ['store', 'media', 'http', 'files', 'concurrency'],
  management: [
    ...['delivery', 'catalogue', 'store', 'media', 'transfer', 'http', 'concurrency', 'files'],
    ...['events', 'webhooks', 'mail', 'tracing'],
  ],
  node: [
    ...['config', 'files', 'log', 'store', 'media', 'catalogue', 'http', 'delivery', 'cdn', 'management'],
    ...['transfer', 'events', 'webhooks', 'mail', 'concurrency', 'tracing'],
  ],
  cli: [
    ...['config', 'log', 'store', 'media', 'catalogue', 'delivery', 'management', 'transfer', 'node'],
    ...['webhooks', 'mail'],
  ],
};

function sources(folder: string): string[] {
  return [...new Bun.Glob(`${folder}**/*.{ts,tsx}`).scanSync(root)].filter(
    (file) => !/(^|\/)(node_modules|dist)\//.test(file),
  );
}

async function importsOf(file: string, { types } = { types: true }): Promise<string[]> {
  const whole = await Bun.file(join(root, file)).text();
  const text = types ? whole : whole.replaceAll(/^import type [^;]*;$/gm, '');
  return [...text.matchAll(/(?<!')\b(?:from|import)\s*\(?\s*'([^'\n]+)'/g)].map(([, path = '']) => path);
}

function roomOf(file: string): string {
  return (file.slice(server.length).split('/')[0] ?? '').replace(/(\.test)?\.ts$/, '');
}

test('imports run one way between the rooms of the server', async () => {
  const wrong: string[] = [];
  for (const file of sources(server)) {
    for (const path of await importsOf(file)) {
      if (!path.startsWith('.')) continue;
      const target = join(file, '..', path);
      // Helpers that only tests share, such as starting the service, are not part of the server.
      if (/\.test\.ts$|\/testing\//.test(file) && target.startsWith('tests/')) continue;
      if (target === manifest || target === ownFile) continue;
      if (!target.startsWith(server)) wrong.push(`${file} leaves the server: ${path}`);
      const [from, to] = [roomOf(file), roomOf(target)];
      if (from !== to && !allowed[from]?.includes(to)) wrong.push(`${file} uses ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('the parent process loads nothing that only workers need', async () => {
  const transpiler = new Bun.Transpiler({ loader: 'ts' });
  const loaded = new Set<string>();
  const load = async (file: string): Promise<void> => {
    if (loaded.has(file) || !file.endsWith('.ts')) return;
    loaded.add(file);
    for (const { kind, path } of transpiler.scanImports(await Bun.file(join(root, file)).text()))
      if (kind === 'import-statement' && path.startsWith('.')) await load(join(file, '..', path));
  };
  await load(`${server}cli/serveCommand.ts`);
  const rooms = new Set(Array.from(loaded, roomOf));
  expect(rooms).toContain('node');
  expect(rooms.intersection(new Set(['catalogue', 'delivery', 'cdn', 'transfer']))).toEqual(new Set());
});

test('what is started or read by path is in one list, which the package is built from', async () => {
  const shipped = sources(server).filter((file) => !/\.test\.ts$|\/testing\//.test(file) && file !== ownFile);
  const texts = await Promise.all(shipped.map((file) => Bun.file(join(root, file)).text()));
  expect(shipped.filter((_, index) => texts[index]?.includes('import.meta'))).toEqual([]);
});

test('fixtures and suites are in testing folders', () => {
  const wrong = sources('packages/').filter((file) => /\.fixture\.tsx?$|Suite\.ts$/.test(file));
  expect(wrong.filter((file) => !file.includes('/testing/'))).toEqual([]);
});

test('there are no import cycles', async () => {
  const graph = new Map<string, string[]>();
  for (const file of ['build/', 'packages/', 'examples/', 'tests/', 'bench/', 'docs/', 'ops/'].flatMap(
    sources,
  )) {
    const targets = (await importsOf(file))
      .filter((path) => path.startsWith('.'))
      .map((path) => join(file, '..', path));
    graph.set(file, targets);
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const isCircle = path.includes(file);
    if (isCircle) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (isCircle || done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  expect(circles).toEqual([]);
});

const plainContract = [/^@newsstand\/contract\/(plain|pictureSize)$/, 'packages/contract/src/$1.ts'] as const;

test('a process that renders pictures loads no schemas, which take much memory', async () => {
  const loaded = ['packages/server/src/media/picture/render/pictureProcess.ts'];
  // The array grows during the loop.
  for (const file of loaded) {
    const imports = file.endsWith('.ts') ? await importsOf(file, { types: false }) : [];
    for (const path of imports) {
      const target = path.startsWith('.') ? join(file, '..', path) : path.replace(...plainContract);
      if (!loaded.includes(target)) loaded.push(target);
    }
  }
  expect(loaded).toContain('packages/contract/src/rules.ts');
  expect(loaded.filter((path) => /^zod$|^@newsstand\/contract/.test(path))).toEqual([]);
});

test('contract and html do no I/O', async () => {
  const files = ['packages/contract/src/', 'packages/html/src/'].flatMap(sources);
  // The programs that requestCode.ts writes do I/O; their text is not its own code.
  for (const file of files.filter((name) => !/\.test\.ts$|\/requestCode\.ts$/.test(name))) {
    for (const path of await importsOf(file))
      expect([file, /^\.|^zod$|^hast(-util-[\w-]+)?$/.test(path)]).toEqual([file, true]);
    expect(await Bun.file(join(root, file)).text()).not.toMatch(
      /\b(process|fetch|Bun|Date\.now|console)\b[.(]/,
    );
  }
});

/** The modules that shipped code may use; tests may use more. */
const shipped: Readonly<Record<string, RegExp>> = {
  // The sanitiser needs a parser; everything else has no dependencies.
  'packages/html/src/sanitize/': /^\.|^hast(-util-[\w-]+)?$/,
  'packages/html/src/': /^\./,
  // Only the body renderer includes the sanitiser.
  'packages/client/src/body/': /^\.|^hast$|^@newsstand\/html(\/sanitize)?$/,
  'packages/client/src/astro/': /^\.|^astro\/(loaders|zod)$/,
  // Users bring their framework.
  'packages/client/src/react/': /^\.|^react$/,
  'packages/client/src/next/': /^\.|^react$|^next\/(cache|headers|navigation)$/,
  'packages/client/src/': /^\.|^@newsstand\/(html|contract\/picture(Operations|Size))$/,
  // Only the parts of the contract without schemas, so that no page loads the server's validation.
  'packages/console/src/':
    /^\.|^@newsstand\/(client(\/(body|embeds|page))?|html|contract\/(manage\/plain|plain|pictureOperations))$|^(react|react-dom(\/client)?|wouter|uplot|dayjs(\/locale\/[\w-]+)?|hls\.js|tus-js-client|uqr|@simplewebauthn\/browser|react-image-crop)$|^@(mantine|tiptap|tanstack|iconify-json)\/|\.css$/,
  'examples/astro/': /^\.|^astro$|^astro[:/]|^@astrojs\/node$|^@newsstand\/client(\/[a-z]+)?$/,
  'examples/react/':
    /^\.|^(node:|react(-dom)?(\/|$)|vite$|@vitejs\/plugin-react$|hono$|@hono\/node-server(\/|$)|@newsstand\/client(\/|$))/,
  'examples/next/': /^\.|^(react$|next(\/|$)|@newsstand\/client(\/|$))/,
  'examples/': /^\.|^node:|^@newsstand\/client(\/(body|embeds|page|preview))?$|^hls\.js$/,
};

test('shipped code and examples use only allowed modules', async () => {
  const wrong: string[] = [];
  for (const file of Object.keys(shipped).flatMap(sources)) {
    if (/\.(test|fixture|d)\.ts$/.test(file)) continue;
    const [folder = '', known] = Object.entries(shipped).find(([start]) => file.startsWith(start)) ?? [];
    for (const path of await importsOf(file, { types: !file.startsWith('packages/console/') })) {
      const isOwn =
        !path.startsWith('.') ||
        join(file, '..', path).startsWith(folder.replace(/(astro|body|next|react|sanitize)\/$/, ''));
      if (!known?.test(path) || !isOwn) wrong.push(`${file} uses ${path}`);
    }
  }
  expect(wrong).toEqual([]);
});

/** File system functions that open no file. */
const opensNothing =
  /^(type .*|(stat|fstat|mkdir|mkdtemp|readdir|readlink|realpath|rename|rm|link|symlink)(Sync)?|existsSync|exists|chmod)$/;

/** Calls that open a file, and those that name a database in the same line. */
const opens = /\bBun\.(file|write)\(/;
const opensDatabase =
  /\b(Bun\.(file|write)|(open|cp|readFile|writeFile|appendFile|copyFile|truncate|create(Read|Write)Stream)(Sync)?)\(.*\.db\b/;

/** A process that closes a file loses all its locks on that file, including SQLite's. */
test('a database file is opened by SQLite alone', async () => {
  const wrong: string[] = [];
  for (const file of ['packages/', 'tests/', 'bench/', 'docs/', 'examples/', 'ops/'].flatMap(sources)) {
    if (file.endsWith('structure.test.ts')) continue;
    const text = await Bun.file(join(root, file)).text();
    const named = text.split('\n').filter((line) => opensDatabase.test(line));
    wrong.push(...named.map((line) => `${file}: ${line.trim()}`));
    if (!file.startsWith(server) || /\.(test|fixture)\.ts$|\/testing\//.test(file)) continue;
    if (!/^store\/(sqlite|mirror)\//.test(file.slice(server.length)) && text.includes(`'bun:sqlite'`))
      wrong.push(`${file} uses SQLite outside the store`);
    // Files that know the path of a database.
    if (roomOf(file) !== 'store' && !/\bmirrorPath\(/.test(text)) continue;
    const imported = [...text.matchAll(/^import \{([^}]*)\} from 'node:fs(?:\/promises)?';$/gm)]
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== '' && !opensNothing.test(name));
    wrong.push(...imported.map((name) => `${file} imports ${name}`));
    if (opens.test(text)) wrong.push(`${file} opens files`);
  }
  expect(wrong).toEqual([]);
});

/** A type assertion other than `as const`, an `any`, or a silenced compiler. */
const givenUp = /(?:\bas (?!const\b)[A-Za-z{[(]|: any\b|@ts-)/;
const rename = /^\s*(import|export)\b|^\s*[\w*]+ as \w+,?$/;

test('the type system is never bypassed', async () => {
  const wrong: string[] = [];
  for (const file of [
    ...sources('build/'),
    ...sources('packages/'),
    ...sources('examples/'),
    ...sources('tests/'),
    ...sources('bench/'),
    ...sources('docs/'),
    ...sources('ops/'),
  ]) {
    const text = await Bun.file(join(root, file)).text();
    if (file.endsWith('structure.test.ts')) continue;
    // Ignore strings and comments.
    const code = text.replaceAll(
      /\/\/.*|\/\*[\s\S]*?\*\/|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g,
      '""',
    );
    const lines = code.split('\n').filter((line) => givenUp.test(line) && !rename.test(line));
    wrong.push(...lines.map((line) => `${file}: ${line.trim()}`));
  }
  expect(wrong).toEqual([]);
});
