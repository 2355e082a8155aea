import type { ImportContext } from '../../Importer.ts';
import { hashedId, hashNumber } from '../text/stableId.ts';
import { percentDecoded, webAddress } from '../text/urls.ts';
import type { LineBuffer } from './createLineBuffer.ts';
import { findLocalFile } from './findLocalFile.ts';
import { mediaTypeOf, type SourceMedia } from './SourceContent.ts';

/** Writes an image or a video once, and returns its ID; undefined if it is unavailable. */
export type BuildMedia = (media: SourceMedia) => Promise<string | undefined>;

/** Starts building media. */
export function createMediaBuilder(lines: LineBuffer, context: ImportContext): BuildMedia {
  /** Whether each is available. IDs are computed again, because there may be a million of them. */
  const known = new Map<number, Promise<boolean> | boolean>();
  return async (media) => {
    const place = placeOf(media, context);
    const key = hashNumber(place);
    const having = known.get(key) ?? put(lines, context, media, place);
    known.set(key, having);
    const isThere = await having;
    known.set(key, isThere);
    return isThere ? mediaIdOf(place) : undefined;
  };
}

/** The identity of media: their URL, if they have one. */
function placeOf({ url, file }: SourceMedia, { siteUrl }: ImportContext): string {
  return (file === undefined ? webAddress(url, siteUrl) : undefined) ?? url;
}

/** Writes media, and returns whether they are available. */
async function put(
  lines: LineBuffer,
  context: ImportContext,
  media: SourceMedia,
  place: string,
): Promise<boolean> {
  const { summary, folder, sharedNames } = context;
  const type = mediaTypeOf(media.url) ?? media.type;
  const file = media.file ?? (folder && (await findLocalFile(folder, place, sharedNames)));
  const address = webAddress(place, undefined);
  const why = whyNot(type, file, address);
  if (type === undefined || why !== undefined) {
    summary.skipped('media', why ?? '', media.url);
    return false;
  }
  const record = recordOf(lines, context, media, place, type);
  const byUrl = { ...record, accessUrl: address, originalUrl: address };
  const fallback = {
    text: JSON.stringify(byUrl),
    use: (fault: string) =>
      summary.changed(type, 'is used by its URL: its local file cannot be imported', fault),
  };
  if (file === undefined) lines.put(media.line, byUrl);
  else lines.put(media.line, { ...record, file }, type === 'image' && address ? fallback : undefined);
  summary.mapped(type, file === undefined ? 'media, by its URL' : 'media, from a local file');
  return true;
}

/** Why something cannot become media; undefined if it can. */
function whyNot(
  type: 'image' | 'video' | undefined,
  file: string | undefined,
  address: string | undefined,
): string | undefined {
  if (type === undefined) return 'its name is not that of an image or a video';
  if (file !== undefined) return undefined;
  if (address === undefined)
    return 'its file was not found, and it has no URL; --media or --site-url may help';
  // Clients expect HLS at the URL of a video.
  const isHls = /\.m3u8$/i.test(new URL(address).pathname);
  return type === 'image' || isHls
    ? undefined
    : 'a video that is neither HLS nor a local file is used by its URL';
}

function recordOf(
  lines: LineBuffer,
  { target: { projectId, spaceId } }: ImportContext,
  { name, alias }: SourceMedia,
  place: string,
  type: 'image' | 'video',
) {
  const mediaId = mediaIdOf(place);
  const own = { mediaId, name: name || fileNameOf(place), type };
  return { kind: 'media', projectId, spaceId, ...own, alias: lines.aliasOf('media', type, mediaId, alias) };
}

function mediaIdOf(place: string): string {
  return hashedId(fileNameOf(place).replace(/\.\w+$/, ''), place);
}

function fileNameOf(place: string): string {
  return percentDecoded(place.split(/[?#]/)[0]?.split('/').pop() ?? '');
}
