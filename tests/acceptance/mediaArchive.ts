import { expect } from 'bun:test';
import { createHmac } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawing, writeHls, writePackage } from '../../packages/server/src/media/testing/realFiles.ts';
import { importLines } from '../fillStore.ts';
import { inTemporaryFolder, type Running } from '../newsstandProcess.ts';
import { outcomeHere } from '../runHere.ts';
import { until } from '../testing/until.ts';

const key = 'a key of sixteen letters';
const mediaPlace = { kind: 'media', projectId: 'p', spaceId: 's' } as const;

export type Settings = { readonly [name: string]: string };
type Media = {
  readonly mediaId: string;
  readonly accessUrl: string;
  readonly thumbnailAccessUrl?: string;
  readonly originalUrl?: string;
  readonly assets?: readonly { readonly accessUrl: string }[];
};

/** A picture, a video and an asset package, and the means to run commands. */
export type Archive = {
  readonly folder: string;
  readonly files: readonly string[];
  readonly env: Settings;
  add(...files: readonly string[]): Promise<readonly Media[]>;
  remove(...ids: readonly string[]): Promise<void>;
  /** The paths of all files among the originals. */
  keptFiles(): readonly string[];
  /** The names of rendered pictures and of cached originals. */
  madePictures(): readonly string[];
};

/** Runs some work in a folder of its own; `kept` is where the originals are, if not there. */
export function withArchive(
  settings: Settings,
  work: (archive: Archive) => Promise<void>,
  kept?: string,
): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const base = { NEWSSTAND_MEDIA_KEY: key, NEWSSTAND_LOG_LEVEL: 'error', NEWSSTAND_MEDIA_UNSAFE: 'true' };
    const env: Settings = { ...base, NEWSSTAND_DATA: join(folder, 'data'), ...settings };
    const source = mkdtempSync(join(folder, 'in-'));
    writeFileSync(join(source, 'photo.jpg'), await drawing(120, 80, 1).jpeg().toBuffer());
    writeHls(join(source, 'clip'));
    writePackage(join(source, 'banner'));
    const files = ['photo.jpg', 'clip', 'banner'].map((name) => join(source, name));
    const run = async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await outcomeHere(args, env);
      if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`);
      return stdout;
    };
    await work({
      ...{ folder, files, env },
      add: async (...given) =>
        JSON.parse(await run('media', 'add', ...given, '--project', 'p', '--space', 's', '--json')),
      remove: (...ids) =>
        importLines(
          env,
          ids.map((mediaId) => ({ ...mediaPlace, mediaId, deleted: true })),
        ),
      keptFiles: () => filesIn(kept ?? join(folder, 'data', 'originals')),
      madePictures: () => ['pictures', 'sources'].flatMap((name) => filesIn(join(folder, 'data', name))),
    });
  });
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Every URL of some media: their own, other sizes, with and without a signature. */
export function pathsOf(records: readonly Media[]): readonly string[] {
  return records.flatMap(({ accessUrl, thumbnailAccessUrl = [], originalUrl = [], assets = [] }) => {
    const told = [accessUrl, thumbnailAccessUrl, originalUrl, assets.map((asset) => asset.accessUrl)].flat();
    const name = [originalUrl].flat()[0]?.split('/').at(-1);
    const size = `30x20/${name}`;
    const signature = createHmac('sha1', key).update(size).digest('base64url');
    const sized = name === undefined ? [] : [`/media/unsafe/${size}`, `/media/${signature}=/${size}`];
    const inner = accessUrl.endsWith('master.m3u8') ? [accessUrl.replace('master.m3u8', 'low/0.ts')] : [];
    return [...[...told, ...inner].map((url) => new URL(url).pathname), ...sized];
  });
}

/** On separate connections, so that every worker gets some requests. */
export async function statusesAt(
  nodes: readonly Running[],
  paths: readonly string[],
  init: RequestInit = {},
): Promise<ReadonlySet<number>> {
  const ask = async (url: string) => {
    const answer = await fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } });
    await answer.bytes();
    return answer.status;
  };
  const urls = nodes.flatMap(({ url }) => paths.map((path) => url + path));
  return new Set(await Promise.all([...urls, ...urls, ...urls].map(ask)));
}

export const only = (...statuses: readonly number[]) => new Set(statuses);

/** Requests them in every way; the tag is that of an earlier response. */
export async function expectGone(
  nodes: readonly Running[],
  paths: readonly string[],
  tag = '*',
): Promise<void> {
  const isGone = async () => (await statusesAt(nodes, paths)).isSubsetOf(only(404));
  await until('the end of deleted media', isGone);
  expect(await statusesAt(nodes, paths, { method: 'HEAD' })).toEqual(only(404));
  expect(await statusesAt(nodes, paths, { headers: { range: 'bytes=0-1' } })).toEqual(only(404));
  expect(await statusesAt(nodes, paths, { headers: { 'if-none-match': tag } })).toEqual(only(404));
}

export async function expectThere(nodes: readonly Running[], paths: readonly string[]): Promise<void> {
  const isThere = async () => (await statusesAt(nodes, paths)).isSubsetOf(only(200));
  await until('media on all nodes', isThere);
}
