import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, NewsstandError } from '@newsstand/client';
import { dataFolder, run } from './newsstand.ts';

type Pair = { readonly key: string; readonly secret: string };
type Place = { readonly url: string; readonly projectId: string; readonly spaceId: string };

/** The key of the site, and a key for previews. */
export type Keys = { readonly reader: Pair; readonly preview: Pair };

const file = join(dataFolder, 'site-keys.json');

/** The keys of the last start if they still work, otherwise new ones, created by the command line. */
export async function makeKeys(place: Place): Promise<Keys> {
  const kept = await readKept();
  const reader = (await known(kept.reader, place)) ?? (await create('news site', place));
  const preview =
    (await known(kept.preview, place)) ?? (await create('news site preview', place, '--preview'));
  if (reader !== kept.reader || preview !== kept.preview) await keep({ reader, preview });
  return { reader, preview };
}

async function create(name: string, place: Place, ...more: readonly string[]): Promise<Pair> {
  const grant = ['--project', place.projectId, '--space', place.spaceId];
  const pair = readPair(JSON.parse(await run('key', 'create', '--name', name, ...grant, ...more, '--json')));
  if (pair === undefined) throw new Error('newsstand key create has not printed a key');
  // The service accepts a new key within a second.
  while ((await known(pair, place)) === undefined) await Bun.sleep(50);
  return pair;
}

/** The pair, if the service knows it. */
async function known(pair: Pair | undefined, place: Place): Promise<Pair | undefined> {
  if (pair === undefined) return undefined;
  try {
    await createClient({ ...place, ...pair }).categories.list({ size: 1 });
    return pair;
  } catch (error) {
    const isRefused = error instanceof NewsstandError && (error.status === 401 || error.status === 403);
    if (isRefused) return undefined;
    // If the space does not exist yet, the key is still valid.
    if (error instanceof NewsstandError && error.status === 404) return pair;
    throw error;
  }
}

/** Readable only by the user who runs the site. */
async function keep(keys: Keys): Promise<void> {
  await rm(file, { force: true });
  await writeFile(file, JSON.stringify(keys), { mode: 0o600, flag: 'wx' });
}

async function readKept(): Promise<{ reader: Pair | undefined; preview: Pair | undefined }> {
  const text = await readFile(file, 'utf8').catch(() => '');
  try {
    const kept: unknown = JSON.parse(text);
    return { reader: readPair(member(kept, 'reader')), preview: readPair(member(kept, 'preview')) };
  } catch {
    return { reader: undefined, preview: undefined };
  }
}

function readPair(value: unknown): Pair | undefined {
  const [key, secret] = [member(value, 'key'), member(value, 'secret')];
  return typeof key === 'string' && typeof secret === 'string' ? { key, secret } : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
