import { exists } from 'node:fs/promises';
import { LruCache } from '../../concurrency/LruCache.ts';
import { singleFlight } from '../../concurrency/singleFlight.ts';
import { fileBody } from '../../files/fileBody.ts';
import { ignoreMissing, isDiskFull } from '../../files/fileErrors.ts';
import type { CachedFile, DiskCache } from '../DiskCache.ts';
import type { Originals } from '../originals/Originals.ts';
import { parseOriginalName } from '../originals/Originals.ts';
import type { PictureFormat } from '../picture/encodeImage.ts';
import type { Operations } from '../picture/Operations.ts';
import { PictureError } from '../picture/PictureError.ts';
import { type Renderer, RendererBusy } from '../picture/render/openRenderer.ts';
import { PicturePathError } from '../picture/url/PicturePathError.ts';
import { type PicturePath, parsePicturePath } from '../picture/url/parsePicturePath.ts';
import { isSigned } from '../picture/url/signPath.ts';
import { type MediaHandler, type MediaProblem, type MediaResponse, mediaProblems } from './MediaResponse.ts';
import { chooseFormat } from './negotiateFormat.ts';
import { type Resource, sendResource, type Wishes } from './sendResource.ts';

/** What pictures are made with. */
export type PictureOptions = {
  readonly originals: Originals;
  readonly renderer: Renderer;
  readonly cache: DiskCache;
  readonly key: string;
  /** Whether `unsafe` is taken for a signature. */
  readonly allowsUnsafe: boolean;
  /** Hears that pictures can't be kept, though readers get them. */
  readonly onFault?: ((error: unknown) => void) | undefined;
  readonly sendOriginal: (name: string, wishes: Wishes) => Promise<MediaResponse>;
};

/** What is asked for: the parts of the path, and the formats that the reader takes. */
export type PictureQuestion = {
  readonly signature: string;
  readonly path: string;
  readonly accept: string | undefined;
};

/** A picture that can be asked for: the hash of the original that it is made from, and what answers. */
export type AskedPicture = {
  readonly hash: string;
  readonly answer: MediaHandler;
};

/** Pictures with operations. */
export type Pictures = { read(question: PictureQuestion, wishes: Wishes): AskedPicture | MediaProblem };

/** Part of the name of what was made: what another engine makes of the same is another picture. */
export const engine = 'sharp 0.35.5';

/** Pictures up to this size, and what the disk does not take, are kept in memory; others are sent from where they lie. */
const largestKept = 1_000_000;
const mostKept = 64_000_000;

/** How long a refusal stands, in milliseconds, and what they may take in memory. */
const refusedFor = 600_000;
const mostRefused = 1_000_000;

/** Opens the pictures. */
export function openPictures(options: PictureOptions): Pictures {
  const { originals, renderer, cache, key, allowsUnsafe, sendOriginal, onFault = () => {} } = options;
  const recent = new LruCache<Resource>(
    () => mostKept,
    ({ length }) => length,
  );
  const share = singleFlight<Resource | MediaProblem>();
  /** What can't be made, and when that was found out: to try costs as much as a picture. */
  const refused = new LruCache<{ readonly refusal: MediaProblem; readonly at: number }>(
    () => mostRefused,
    () => 0,
  );

  /** What is the same for everybody who asks for it is found out once, however many ask at once. */
  function find(wanted: Wanted): Promise<Resource | MediaProblem> {
    const before = refused.get(wanted.key);
    if (before !== undefined && Date.now() - before.at < refusedFor) return Promise.resolve(before.refusal);
    return share(wanted.key, () => findOrMake(wanted));
  }

  async function findOrMake(wanted: Wanted): Promise<Resource | MediaProblem> {
    const kept = await cache.get(wanted.key);
    // It may be thrown away by another process while it is read.
    const resource = (kept && (await resourceOf(kept, wanted))) ?? (await make(wanted));
    if ('tag' in resource && resource.content instanceof Uint8Array) recent.set(wanted.key, resource);
    return resource;
  }

  async function make(wanted: Wanted): Promise<Resource | MediaProblem> {
    const { key: name, image, operations, format, seed } = wanted;
    const source = await originals.localPath(image);
    if (source === undefined) return mediaProblems.notFound;
    const target = await cache.pathFor(name).catch(ignoreFullDisk);
    let unwritten: Uint8Array | undefined;
    try {
      unwritten = await renderer.render({ source, target, operations, format, seed });
    } catch (error) {
      // A copy of an original may be thrown away before it was read; the next one who asks gets another.
      if (!(await exists(source))) return mediaProblems.busy;
      const refusal = refusalFor(error);
      if (refusal !== mediaProblems.busy) refused.set(name, { refusal, at: Date.now() });
      return refusal;
    }
    if (unwritten !== undefined) {
      onFault(new Error('a picture could not be kept: the disk is full'));
      return resourceWith(unwritten, unwritten.length, wanted);
    }
    const made = await cache.get(name);
    const resource = made && (await resourceOf(made, wanted));
    if (made !== undefined) await cache.added(made.fileSize);
    return resource ?? mediaProblems.busy;
  }

  /** A picture that was made before needs no original. */
  async function send(wanted: Wanted, wishes: Wishes): Promise<MediaResponse> {
    const found = await find(wanted);
    return 'code' in found ? found : await sendResource(found, wishes);
  }

  return {
    read({ signature, path, accept }, wishes) {
      if (!(signature === 'unsafe' ? allowsUnsafe : isSigned(key, signature, path))) {
        return mediaProblems.badSignature;
      }
      const parsed = parse(path);
      if ('code' in parsed) return parsed;
      const { image, operations } = parsed;
      const named = parseOriginalName(image);
      if (named === undefined) return mediaProblems.notFound;
      const { sha256: hash, type, ext } = named;
      if (type !== 'image') return { hash, answer: () => mediaProblems.notAPicture };
      // A drawing that nothing is done to stays one, and is sharp at any size.
      if (ext === 'svg' && path === image) return { hash, answer: () => sendOriginal(image, wishes) };
      const wanted = wantedOf({ hash, ext }, operations, path, accept);
      const answer = () => {
        const known = recent.get(wanted.key);
        return known === undefined ? send(wanted, wishes) : sendResource(known, wishes);
      };
      return { hash, answer };
    },
  };
}

/** A picture that somebody wants, and the names under which it is kept and told from others. */
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
  const format = given ?? chooseFormat(accept, ext);
  const own = Bun.SHA256.hash(JSON.stringify([engine, path, format]), 'hex').slice(0, 32);
  const seed = Bun.hash.xxHash32(path);
  const isNegotiated = given === undefined;
  const image = `${hash}.${ext}`;
  return { key: hash + own, tag: `"${own}"`, image, operations, format, isNegotiated, seed };
}

async function resourceOf({ path, fileSize }: CachedFile, wanted: Wanted): Promise<Resource | undefined> {
  const bytes = fileSize > largestKept ? undefined : await Bun.file(path).bytes().catch(ignoreMissing);
  if (fileSize <= largestKept && bytes === undefined) return undefined;
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

/** A picture is made also where it can't be kept. */
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

function refusalFor(error: unknown): MediaProblem {
  if (error instanceof RendererBusy) return mediaProblems.busy;
  if (!(error instanceof PictureError)) throw error;
  const code = error.reason === 'too-large' ? 'media_too_large' : 'media_undecodable';
  return { code, detail: error.message };
}
