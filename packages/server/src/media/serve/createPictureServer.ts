import { exists } from 'node:fs/promises';
import { pictureWidths } from '@newsstand/contract';
import { LruCache } from '../../concurrency/LruCache.ts';
import { singleFlight } from '../../concurrency/singleFlight.ts';
import { ignoreMissing, isDiskFull } from '../../files/fileErrors.ts';
import { fileBody } from '../../files/fileStreams.ts';
import type { CachedFile, DiskCache } from '../DiskCache.ts';
import { PictureError, PicturePathError } from '../FileError.ts';
import { type Originals, parseOriginalName } from '../originals/Originals.ts';
import { type PictureFormat, pictureFormats } from '../picture/encodeImage.ts';
import type { Operations } from '../picture/Operations.ts';
import { type Renderer, RendererBusy } from '../picture/render/openRenderer.ts';
import { type PicturePath, parsePicturePath } from '../picture/url/picturePath.ts';
import { isSigned } from '../picture/url/signPath.ts';
import {
  type Asker,
  type MediaHandler,
  type MediaProblem,
  type MediaResponse,
  mediaProblems,
} from './MediaResponse.ts';
import { type Conditions, type Resource, sendResource } from './sendResource.ts';

/** The caches of rendered pictures: what is not in memory may be on disk. */
export type PictureCache = 'picture_memory' | 'picture_disk';

export type PictureServerOptions = {
  readonly originals: Originals;
  readonly renderer: Renderer;
  readonly cache: DiskCache;
  readonly key: string;
  /** Whether `unsafe` is accepted in place of a signature. */
  readonly allowsUnsafe: boolean;
  /** Called if rendered pictures can't be cached, although readers get them. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  /** Called for each lookup in a cache. */
  readonly onLookup?: ((cache: PictureCache, hit: boolean) => void) | undefined;
  /** How much memory cached pictures may take; by default 64 MB. */
  readonly memoryBytes?: number | undefined;
  readonly sendOriginal: (name: string, conditions: Conditions) => Promise<MediaResponse>;
};

/** The parts of the path, and the `Accept` header. */
export type PictureRequest = {
  readonly signature: string;
  readonly path: string;
  readonly accept: string | undefined;
};

/** A valid picture request: the hash of its original, and its handler. */
export type RequestedPicture = { readonly hash: string; readonly handle: MediaHandler };

/** Serves pictures with operations applied. */
export type PictureServer = {
  read(request: PictureRequest, conditions: Conditions): RequestedPicture | MediaProblem;
};

/** Part of the cache key: another engine renders another picture. */
export const engine = 'sharp 0.35.5';

/** Pictures up to this size, or that can't be written to disk, are cached in memory; others are sent from disk. */
const maxMemoryPicture = 1_000_000;
const usualMemoryBytes = 64_000_000;

/** For how long a failure to render is cached, in milliseconds, and how much memory that may take. */
const failureTtl = 600_000;
const failureCacheBytes = 1_000_000;

export function createPictureServer(options: PictureServerOptions): PictureServer {
  const { originals, renderer, cache, key, allowsUnsafe, sendOriginal, onFault = () => {} } = options;
  const { onLookup = () => {} } = options;
  const recent = new LruCache<Resource>(
    () => options.memoryBytes ?? usualMemoryBytes,
    ({ length }) => length,
  );
  const share = singleFlight<Resource | MediaProblem>();
  /** Who waits for the pictures that are being looked up or rendered, by network. */
  const askers = new Map<string, Map<string, Asker[]>>();
  /** A negative cache: a failed attempt costs as much as a picture. */
  const failures = new LruCache<{ readonly problem: MediaProblem; readonly at: number }>(
    () => failureCacheBytes,
    () => 0,
  );

  /** Concurrent requests for the same picture share one lookup and one rendering. */
  function find(wanted: Wanted, asker: Asker): Promise<Resource | MediaProblem> {
    const failure = failures.get(wanted.key);
    if (failure !== undefined && Date.now() - failure.at < failureTtl)
      return Promise.resolve(failure.problem);
    const waiting = askers.get(wanted.key) ?? new Map<string, Asker[]>();
    askers.set(wanted.key, waiting);
    const { network } = asker;
    const neighbours = waiting.get(network);
    if (neighbours === undefined) waiting.set(network, [asker]);
    else neighbours.push(asker);
    return share(wanted.key, () => findOrRender(wanted).finally(() => askers.delete(wanted.key)));
  }

  /** The networks from which somebody still waits for a picture. Who has left does not come back. */
  function networksOf(name: string): readonly string[] {
    const waiting = askers.get(name) ?? new Map<string, Asker[]>();
    for (const [network, neighbours] of waiting) {
      while (neighbours.at(-1)?.hasLeft() === true) neighbours.pop();
      if (neighbours.length === 0) waiting.delete(network);
    }
    return [...waiting.keys()];
  }

  async function findOrRender(wanted: Wanted): Promise<Resource | MediaProblem> {
    const cached = await cache.get(wanted.key);
    // Another process may evict it while it is read.
    const found = cached && (await resourceOf(cached, wanted));
    onLookup('picture_disk', found !== undefined);
    const resource = found ?? (await render(wanted));
    if ('tag' in resource && resource.content instanceof Uint8Array) recent.set(wanted.key, resource);
    return resource;
  }

  async function render(wanted: Wanted): Promise<Resource | MediaProblem> {
    const { key: name, image, operations, format, seed } = wanted;
    const source = await originals.localPath(image);
    if (source === undefined) return mediaProblems.notFound;
    const target = await cache.pathFor(name).catch(ignoreFullDisk);
    let unwritten: Uint8Array | undefined;
    try {
      unwritten = await renderer.render({ source, target, operations, format, seed }, () => networksOf(name));
    } catch (error) {
      // The copy of the original may have been evicted before it was read; the next request gets another.
      if (!(await exists(source))) return mediaProblems.busy;
      const problem = problemOf(error);
      if (problem !== mediaProblems.busy) failures.set(name, { problem, at: Date.now() });
      return problem;
    }
    if (unwritten !== undefined) {
      onFault(new Error('a rendered picture could not be cached: the disk is full'));
      return resourceWith(unwritten, unwritten.length, wanted);
    }
    const rendered = await cache.get(name);
    const resource = rendered && (await resourceOf(rendered, wanted));
    if (rendered !== undefined) await cache.added(rendered.fileSize);
    return resource ?? mediaProblems.busy;
  }

  /** A picture that is cached needs no original. */
  async function send(wanted: Wanted, conditions: Conditions, asker: Asker): Promise<MediaResponse> {
    const found = await find(wanted, asker);
    return 'code' in found ? found : await sendResource(found, conditions);
  }

  return {
    read(request, conditions) {
      const { path: given, accept } = request;
      const sized = request.signature === 'sized' ? parseSized(given) : undefined;
      if (sized !== undefined && 'code' in sized) return sized;
      const { signature, path } = sized ?? request;
      if (!(signature === 'unsafe' ? allowsUnsafe : isSigned(key, signature, path))) {
        return mediaProblems.badSignature;
      }
      const parsed = parse(path);
      if ('code' in parsed) return parsed;
      const { image } = parsed;
      const operations = sized === undefined ? parsed.operations : sizedOperations(parsed.operations, sized);
      const named = parseOriginalName(image);
      if (named === undefined) return mediaProblems.notFound;
      const { sha256: hash, type, ext } = named;
      if (type !== 'image') return { hash, handle: () => mediaProblems.notAPicture };
      // An SVG without operations stays one, and is sharp at any size.
      if (ext === 'svg' && path === image && sized?.format === undefined)
        return { hash, handle: () => sendOriginal(image, conditions) };
      const wanted = wantedOf({ hash, ext }, operations, sized === undefined ? path : given, accept);
      const handle = (asker: Asker) => {
        const known = recent.get(wanted.key);
        onLookup('picture_memory', known !== undefined);
        return known === undefined ? send(wanted, conditions, asker) : sendResource(known, conditions);
      };
      return { hash, handle };
    },
  };
}

/** A signed picture that is to be scaled down: `<width>/<signature>/<path>` or `<width>.<format>/<signature>/<path>`. */
type Sized = {
  readonly signature: string;
  readonly path: string;
  readonly width: number;
  readonly format: PictureFormat | undefined;
};

function parseSized(text: string): Sized | MediaProblem {
  const [, width = '', format, signature = '', path = ''] =
    /^([1-9]\d*)(?:\.(\w+))?\/([^/]*)\/(.*)$/s.exec(text) ?? [];
  const found = pictureFormats.find((each) => each === format);
  const isKnown = pictureWidths.includes(Number(width)) && (format === undefined || found !== undefined);
  if (isKnown) return { signature, path, width: Number(width), format: found };
  const widths = pictureWidths.join(', ');
  return {
    code: 'operations_invalid',
    detail: `After sized/, give one of the widths ${widths}, optionally with a format (800.webp; ${pictureFormats.join(', ')}), then the signed picture.`,
  };
}

function sizedOperations(operations: Operations, { width, format }: Sized): Operations {
  const filters =
    format === undefined ? operations.filters : [...operations.filters, { name: 'format' as const, format }];
  return { ...operations, filters, mostWidth: width };
}

/** A picture to be rendered, its cache key and its ETag. */
type Wanted = {
  readonly key: string;
  readonly tag: string;
  readonly image: string;
  readonly operations: Operations;
  readonly format: PictureFormat;
  readonly isNegotiated: boolean;
  readonly seed: number;
};

function wantedOf(
  { hash, ext }: { readonly hash: string; readonly ext: string },
  operations: Operations,
  path: string,
  accept: string | undefined,
): Wanted {
  const given = operations.filters.findLast((filter) => filter.name === 'format')?.format;
  const format = given ?? negotiateFormat(accept, ext);
  const own = Bun.SHA256.hash(JSON.stringify([engine, path, format]), 'hex').slice(0, 32);
  const seed = Bun.hash.xxHash32(path);
  const isNegotiated = given === undefined;
  const image = `${hash}.${ext}`;
  return { key: hash + own, tag: `"${own}"`, image, operations, format, isNegotiated, seed };
}

async function resourceOf({ path, fileSize }: CachedFile, wanted: Wanted): Promise<Resource | undefined> {
  const bytes = fileSize > maxMemoryPicture ? undefined : await Bun.file(path).bytes().catch(ignoreMissing);
  if (fileSize <= maxMemoryPicture && bytes === undefined) return undefined;
  return resourceWith(bytes ?? (({ start, end }) => fileBody(path, start, end)), fileSize, wanted);
}

function resourceWith(content: Resource['content'], length: number, wanted: Wanted): Resource {
  const { tag, format, isNegotiated } = wanted;
  return {
    tag,
    type: `image/${format}`,
    length,
    lines: isNegotiated ? 'vary: accept\r\n' : '',
    content,
  };
}

/** A picture is rendered even if it can't be cached. */
function ignoreFullDisk(error: unknown): undefined {
  if (!isDiskFull(error)) throw error;
}

function parse(path: string): PicturePath | MediaProblem {
  try {
    return parsePicturePath(path);
  } catch (error) {
    if (!(error instanceof PicturePathError)) throw error;
    return { code: 'operations_invalid', detail: error.message };
  }
}

function problemOf(error: unknown): MediaProblem {
  if (error instanceof RendererBusy) return mediaProblems.busy;
  if (!(error instanceof PictureError)) throw error;
  const code = error.reason === 'too-large' ? 'media_too_large' : 'media_undecodable';
  return { code, detail: error.message };
}

/**
 * The format to send a picture in: the smallest that the client accepts, or else that of the source. Possible animations
 * are never sent as AVIF, which would be a still picture.
 */
function negotiateFormat(accept: string | undefined, ext: string): PictureFormat {
  const mayBeAnimated = ext === 'gif' || ext === 'webp';
  if (!mayBeAnimated && accepts(accept, 'image/avif')) return 'avif';
  if (accepts(accept, 'image/webp')) return 'webp';
  return formatOf(ext);
}

/** The format of the source; PNG, which is lossless, for formats that are not written. */
function formatOf(ext: string): PictureFormat {
  switch (ext) {
    case 'jpg':
      return 'jpeg';
    case 'gif':
    case 'webp':
    case 'avif':
      return ext;
    default:
      return 'png';
  }
}

/** Wildcards do not count: every browser sends them. */
function accepts(header = '', type: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
