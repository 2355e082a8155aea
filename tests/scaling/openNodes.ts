import { join } from 'node:path';
import sharp from 'sharp';
import { collections, hiddenItems, news, rivals } from '../acceptance/content.ts';
import { createKey as createKeyIn, importLines } from '../fillStore.ts';
import { type Running, runNewsstand, startNewsstand } from '../newsstandProcess.ts';
import { askFront, type Keys, untilTold } from './askFront.ts';

/** Two nodes on one store, and functions to change it. */
export type Nodes = {
  readonly running: readonly [Running, Running];
  /** Host and port of each. */
  readonly addresses: readonly [string, string];
  run(command: readonly string[], stdin?: string): Promise<string>;
  put(...lines: readonly object[]): Promise<void>;
  createKey(...options: readonly string[]): Promise<Keys>;
  /** Adds a small picture, and returns the path of its original. */
  addMedia(mediaId: string): Promise<string>;
  /** Removes a media record, and waits until no node serves its original any more. */
  removeMedia(mediaId: string): Promise<void>;
  /** The path of a picture that is larger than a proxy's slices, and its bytes. */
  readonly picture: { readonly path: string; readonly bytes: Buffer };
  end(): Promise<void>;
};

type Settings = Readonly<Record<string, string>>;

/** Fills a store in a folder, and starts two nodes on it, each with its own settings. */
export async function openNodes(folder: string, first: Settings, second: Settings = first): Promise<Nodes> {
  const env = {
    NEWSSTAND_DATA: join(folder, 'data'),
    NEWSSTAND_LOG_LEVEL: 'warn',
    NEWSSTAND_SHARED_CACHE: 'true',
    NEWSSTAND_MEDIA_URL: 'http://media.test',
  };
  async function run(command: readonly string[], stdin = ''): Promise<string> {
    const { code, stdout, stderr } = await runNewsstand(command, { env, stdin });
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }
  const put = (...lines: readonly object[]) => importLines(env, lines);
  await put(
    ...collections,
    ...rivals,
    news('n1', { alias: 'one', category: { categoryId: 'c1' }, tags: [{ tagId: 't1' }] }),
    news('n2'),
    news('long', {}, { body: { text: 'word '.repeat(1000) } }),
    news('secret', hiddenItems['draft']),
  );
  const picture = await addPicture(folder, run);
  // A data folder belongs to one service, but the store and the originals can be shared.
  const { NEWSSTAND_DATA: data } = env;
  const shared = {
    NEWSSTAND_DATA: join(folder, 'second'),
    NEWSSTAND_DATABASE_URL: `sqlite:${join(data, 'newsstand.db')}`,
    NEWSSTAND_MEDIA_STORE: `folder:${join(data, 'originals')}`,
  };
  const running = await Promise.all([
    startNewsstand([], { ...env, ...first }),
    startNewsstand([], { ...env, ...shared, ...second }),
  ]);
  /** Creates a key, and waits until every node knows it. */
  async function createKey(...options: readonly string[]): Promise<Keys> {
    const keys = await createKeyIn(env, options);
    for (const { url } of running) {
      await untilTold(
        () => askFront(`${url}/static/projects/-/spaces/-/collection/tags`, keys),
        ({ status }) => status !== 401,
      );
    }
    return keys;
  }
  const added = new Map<string, string>();
  async function addMedia(mediaId: string): Promise<string> {
    const file = join(folder, `${mediaId}.png`);
    const raw = { width: 8, height: 8, channels: 3 } as const;
    await Bun.write(file, await sharp(Buffer.alloc(192, mediaId), { raw }).png().toBuffer());
    const path = await addFile(file, mediaId, run);
    added.set(mediaId, path);
    return path;
  }
  async function removeMedia(mediaId: string): Promise<void> {
    await put({ kind: 'media', projectId: 'acme', spaceId: 'web', mediaId, deleted: true });
    for (const { url } of running) {
      await untilTold(
        () => askFront(url + added.get(mediaId), undefined),
        ({ status }) => status === 404,
      );
    }
  }
  const addressOf = ({ url }: Running) => new URL(url).host;
  return {
    running,
    addresses: [addressOf(running[0]), addressOf(running[1])],
    run,
    put,
    createKey,
    addMedia,
    removeMedia,
    picture,
    end: async () => void (await Promise.all(running.map((one) => one.end()))),
  };
}

/** Noise, which can't be compressed. */
async function addPicture(folder: string, run: Nodes['run']) {
  const noise = crypto.getRandomValues(new Uint8Array(64 * 1024));
  const pixels = Buffer.alloc(1200 * 1200 * 3, noise);
  for (let at = 0; at < pixels.length; at += 97) pixels[at] = Math.floor(at / 97) % 256;
  const raw = { width: 1200, height: 1200, channels: 3 } as const;
  const bytes = await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer();
  const file = join(folder, 'large.png');
  await Bun.write(file, bytes);
  return { path: await addFile(file, 'large', run), bytes };
}

/** Adds a file, and returns the path of its original. */
async function addFile(file: string, mediaId: string, run: Nodes['run']): Promise<string> {
  const place = ['--project', 'acme', '--space', 'web', '--id', mediaId];
  const added = await run(['media', 'add', file, ...place, '--json']);
  const originalUrl = /"originalUrl":\s*"([^"]+)"/.exec(added)?.[1] ?? '';
  return `/media${new URL(originalUrl).pathname}`;
}
