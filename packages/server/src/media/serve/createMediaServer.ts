import { decodePercent } from '../../http/decodePercent.ts';
import type { Header } from '../../http/parseHead.ts';
import type { DiskCache } from '../DiskCache.ts';
import { findFormat } from '../formats.ts';
import { hashOf } from '../mediaDocument.ts';
import { MediaUnavailable } from '../originals/MediaUnavailable.ts';
import type { Originals, StoredFile } from '../originals/Originals.ts';
import { contentType } from '../package/contentType.ts';
import type { Renderer } from '../picture/render/openRenderer.ts';
import { openPictures } from './createPictureServer.ts';
import { type MediaHandler, type MediaResponse, mediaProblems } from './MediaResponse.ts';
import type { Range } from './parseRange.ts';
import { sendResource, type Wishes } from './sendResource.ts';
import { createFileGuard, type MediaCaching, type NamedFiles } from './serveReferenced.ts';

/** What the media server needs. */
export type MediaServerOptions = {
  readonly originals: Originals;
  readonly files: NamedFiles;
  readonly caching: MediaCaching;
  readonly renderer: Renderer;
  readonly cache: DiskCache;
  readonly key: string;
  readonly allowsUnsafe: boolean;
  /** Hears what an operator should know, though readers do not notice it. */
  readonly onFault?: (error: unknown) => void;
  /** How long a reader waits at most, in milliseconds. */
  readonly longestWait?: number;
};

/** Proxies wait for a minute, and take a node that is slower than that for dead. */
const usualWait = 50_000;

/** What answers requests for media, which need no credentials: who knows the address may look. */
export type MediaServer = {
  /** `path` is what follows `/media/`, as it was sent. */
  read(path: string, head: { readonly method: string; readonly header: Header }): MediaHandler;
};

/** Makes the media server. */
export function createMediaServer(options: MediaServerOptions): MediaServer {
  const { originals, files, caching, longestWait = usualWait } = options;
  const settle = (outcome: Promise<MediaResponse>) => inTime(outcome, longestWait).catch(refuseUnavailable);
  const pictures = openPictures({ ...options, sendOriginal });
  const guard = createFileGuard(files, caching);

  async function sendOriginal(name: string, wishes: Wishes): Promise<MediaResponse> {
    const type = findFormat(name)?.mimetype ?? 'application/octet-stream';
    return await sendFile(name, await originals.open(name), type, wishes);
  }

  async function sendPart(name: string, wishes: Wishes): Promise<MediaResponse> {
    const [id = '', ...parts] = name.split('/');
    const inside = decodePercent(parts.join('/'));
    if (inside === undefined) return mediaProblems.notFound;
    return await sendFile(name, await originals.openPart(id, inside), contentType(inside), wishes);
  }

  return {
    read(path, { method, header }) {
      const wishes: Wishes = {
        held: header('if-none-match'),
        // Only GET knows of ranges.
        range: method === 'GET' ? header('range') : undefined,
        ifRange: header('if-range'),
        isHead: method === 'HEAD',
      };
      const [first = ''] = path.split('/', 1);
      const rest = path.slice(first.length + 1);
      if (first === 'originals') return guard(hashOf(rest), () => settle(sendOriginal(rest, wishes)));
      if (first === 'bundles' && runsInOwnOrigin(header)) return () => mediaProblems.ownScript;
      if (first === 'bundles') return guard(hashOf(rest), () => settle(sendPart(rest, wishes)));
      const asked = pictures.read({ signature: first, path: rest, accept: header('accept') }, wishes);
      if ('code' in asked) return () => asked;
      return guard(asked.hash, () => {
        const outcome = asked.answer();
        return outcome instanceof Promise ? settle(outcome) : outcome;
      });
    },
  };
}

/** What takes too long goes on, and is there for the next one who asks. */
async function inTime(outcome: Promise<MediaResponse>, milliseconds: number): Promise<MediaResponse> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), milliseconds);
  try {
    const first = await Promise.race([outcome, late.promise]);
    if (first !== 'late') return first;
  } finally {
    clearTimeout(timer);
  }
  outcome.then(letGo, () => {});
  return mediaProblems.busy;
}

function letGo(outcome: MediaResponse): void {
  if ('body' in outcome && outcome.body !== undefined && 'close' in outcome.body) outcome.body.close();
}

function refuseUnavailable(error: unknown): MediaResponse {
  if (error instanceof MediaUnavailable) return mediaProblems.unavailable;
  throw error;
}

/** Its name holds a hash of its content, so the name tells one from another. */
async function sendFile(
  name: string,
  file: StoredFile | undefined,
  type: string,
  wishes: Wishes,
): Promise<MediaResponse> {
  if (file === undefined) return mediaProblems.notFound;
  const tag = `"${Bun.hash.xxHash3(name).toString(36)}"`;
  const content = ({ start, end }: Range) => file.read(start, end);
  return await sendResource({ tag, type, length: file.fileSize, lines: linesFor(type), content }, wishes);
}

/**
 * Files come from strangers, and share an origin with `/docs`, where readers type their secrets. So none of them is a
 * document of that origin: a page runs its scripts as nobody, and anything else runs none.
 */
function linesFor(type: string): string {
  if (type === 'text/html') return 'content-security-policy: sandbox allow-scripts\r\n';
  const lines = 'content-security-policy: sandbox\r\n';
  return type === 'text/javascript' ? `${lines}vary: sec-fetch-dest, sec-fetch-site\r\n` : lines;
}

/**
 * Whether a browser would run a file as a script of the origin that it comes from, which a sandbox around documents does
 * not prevent. A page of a package is nobody, so what it loads is of another origin to it.
 */
function runsInOwnOrigin(header: Header): boolean {
  if (header('service-worker') === 'script') return true;
  const isScript = /^(script|worker|sharedworker|serviceworker|audioworklet|paintworklet)$/;
  return header('sec-fetch-site') === 'same-origin' && isScript.test(header('sec-fetch-dest') ?? '');
}
