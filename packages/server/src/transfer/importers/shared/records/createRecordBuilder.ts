import { limits } from '@newsstand/contract';
import { noPicture } from '../../../ndjson/findKept.ts';
import type { TextLine } from '../../../ndjson/readLines.ts';
import type { ImportContext } from '../../Importer.ts';
import type { ArticleResult } from '../../ImportSummary.ts';
import { hashedId, hashNumber, stableId } from '../text/stableId.ts';
import { percentDecoded, webAddress } from '../text/urls.ts';
import { createLineBuffer, type LineBuffer } from './createLineBuffer.ts';
import { findLocalFile } from './findLocalFile.ts';
import { type Article, mediaTypeOf, type SourceLabel, type SourceMedia } from './SourceContent.ts';

/** Converts the content of another system to records, each written once. */
export type RecordBuilder = {
  /** Writes a category and returns its ID. */
  category(label: SourceLabel): string;
  tag(label: SourceLabel): string;
  /** Writes an image or a video, from a local file or by its URL, and returns its ID; undefined if it is unavailable. */
  media(media: SourceMedia): Promise<string | undefined>;
  article(article: Article): void;
  /** The lines since the last call. */
  take(): readonly TextLine[];
};

/** Starts building records. */
export function createRecordBuilder(context: ImportContext): RecordBuilder {
  const lines = createLineBuffer(context);
  return {
    category: (label) => buildLabel(lines, context, 'category', label),
    tag: (label) => buildLabel(lines, context, 'tag', label),
    media: createMediaBuilder(lines, context),
    article: (article) => buildArticle(lines, context, article),
    take: lines.take,
  };
}

/** A name that is short enough. */
function nameOf({ summary }: ImportContext, what: string, name: string): string {
  if (name.length <= limits.nameCharacters) return name;
  const characters = Array.from(name.slice(0, 2 * limits.nameCharacters));
  const cut = characters.slice(0, limits.nameCharacters - 1).join('');
  if (characters.length <= limits.nameCharacters && name.length <= 2 * limits.nameCharacters) return name;
  summary.changed(
    what,
    `has a name of more than ${limits.nameCharacters} characters, which is cut`,
    cut,
    'text',
  );
  return `${cut}…`;
}

/** Writes a category or a tag, and returns its ID. */
function buildLabel(
  lines: LineBuffer,
  context: ImportContext,
  kind: 'category' | 'tag',
  { line, name, slug }: SourceLabel,
): string {
  const { target, owners, summary } = context;
  const id = stableId(slug);
  const owner = owners?.get(`${kind}/${slug}`) ?? id;
  if (!lines.isNew(kind, owner)) return owner;
  if (owner !== id) {
    // The same label exists already, and is left unchanged.
    summary.mapped(kind, `existing ${kind}, by its alias`);
    return owner;
  }
  const { projectId, spaceId } = target;
  const alias = lines.aliasOf(kind, kind, id, slug);
  lines.put(line, { kind, projectId, spaceId, [`${kind}Id`]: id, name: nameOf(context, kind, name), alias });
  summary.mapped(kind, kind);
  return id;
}

/** Writes an article as news. */
function buildArticle(lines: LineBuffer, context: ImportContext, article: Article): void {
  const { target, summary, siteUrl } = context;
  const { line, what, blocks, categoryId, addresses = [] } = article;
  const title = nameOf(context, what, article.title);
  const id = ownId(lines, article);
  if (id === undefined) {
    summary.skipped(what, 'is there twice, with the same ID and text', title, 'nothing');
    return;
  }
  if (id !== article.id)
    summary.changed(what, 'has the ID of another one, and gets one of its own', title, 'details');
  const { state, ...times } = stateOf(article, context.now);
  const alias = lines.aliasOf('news', what, id, article.slug);
  const tagIds = article.tagIds.slice(0, limits.listElements);
  if (tagIds.length < article.tagIds.length)
    summary.changed(
      what,
      `has more than ${limits.listElements} tags: the others are left out`,
      title,
      'details',
    );
  lines.put(line, {
    ...{ kind: 'news', ...target, contentId: id, name: title },
    alias,
    ...times,
    values: {
      title,
      body: { ...detailsOf(article), blocks },
      thumbnail: { mediaId: thumbnailOf(lines, context, article) },
      seo: seoOf(article, context),
      isRss: true,
    },
    category: categoryId === undefined ? undefined : { categoryId },
    tags: tagIds.length === 0 ? undefined : tagIds.map((tagId) => ({ tagId })),
  });
  summary.mapped(what, `news, ${state}`);
  const url = webAddress(addresses[0] ?? article.canonicalUrl ?? '', siteUrl);
  summary.became(title, url, { id, alias, state });
}

/** The ID of an article: its own, or with a number if another one has it; undefined if that one says the same. */
function ownId(lines: LineBuffer, { id, title, blocks }: Article): string | undefined {
  // A hash, since there may be very much text.
  const text = Bun.hash(JSON.stringify([title, blocks])).toString(36);
  for (let number = 1; ; number++) {
    const own = number === 1 ? id : stableId(`${id}-${number}`);
    const isKnown = !lines.isNew('text', `${own}/${text}`);
    if (lines.isNew('news', own)) return own;
    if (isKnown) return undefined;
  }
}

/** The members of a body beside its blocks. */
function detailsOf({ authors = [], excerpt = '', addresses = [] }: Article) {
  const names = authors.map((name) => name.trim()).filter((name) => name !== '');
  const oldPaths = [...new Set(addresses.flatMap(pathOf))];
  return {
    authors: names.length === 0 ? undefined : [...new Set(names)],
    excerpt: excerpt.trim() || undefined,
    oldPaths: oldPaths.length === 0 ? undefined : oldPaths,
  };
}

/** The path of an address, percent-encoded; none if it names only the site, as `/?p=7` does. */
function pathOf(address: string): readonly string[] {
  const url = URL.parse(address.trim(), 'https://localhost/');
  return url === null || url.pathname === '/' || !/^https?:$/.test(url.protocol) ? [] : [url.pathname];
}

/** An article with a future date is scheduled, unless it is a draft. */
function stateOf({ isDraft, publishedAt, closingAt, createdAt, updatedAt }: Article, now: number) {
  const isAhead = publishedAt !== undefined && publishedAt > now;
  const state: ArticleResult['state'] = isDraft ? 'draft' : isAhead ? 'scheduled' : 'published';
  const since = publishedAt ?? createdAt;
  return {
    state,
    status: state === 'published' ? 'published' : 'draft',
    reservedAt: state === 'scheduled' ? publishedAt : undefined,
    closingAt,
    createdAt: since,
    updatedAt: updatedAt ?? since,
  };
}

function thumbnailOf(
  lines: LineBuffer,
  { target }: ImportContext,
  { line, mediaId, blocks }: Article,
): string {
  const images = blocks.flatMap((block) =>
    block.type === 'gallery' ? block.images : block.type === 'image' ? [block] : [],
  );
  const shown = images.flatMap((image) => image.mediaId ?? []);
  const found = mediaId ?? shown[0];
  if (found !== undefined) return found;
  const { projectId, spaceId } = target;
  if (lines.isNew('media', noPicture.mediaId))
    lines.put(line, { kind: 'media', projectId, spaceId, ...noPicture });
  return noPicture.mediaId;
}

function seoOf({ canonicalUrl = '', isPreventCrawling }: Article, { siteUrl, summary }: ImportContext) {
  const seo = { canonicalUrl: webAddress(canonicalUrl, siteUrl), isPreventCrawling };
  if (canonicalUrl.trim() !== '' && seo.canonicalUrl === undefined)
    summary.skipped('canonical URL', 'is not an address of the web', canonicalUrl, 'details');
  return Object.values(seo).some((value) => value !== undefined) ? seo : undefined;
}

/** Writes an image or a video once, and returns its ID; undefined if it is unavailable. */
type BuildMedia = (media: SourceMedia) => Promise<string | undefined>;

/** Starts building media. */
function createMediaBuilder(lines: LineBuffer, context: ImportContext): BuildMedia {
  /** Whether each is available. IDs are computed again, because there may be a million of them. */
  const known = new Map<number, Promise<boolean> | boolean>();
  return async (media) => {
    const place = placeOf(media, context);
    context.summary.uses(mediaIdOf(place));
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
  const local = media.file ?? (folder && (await findLocalFile(folder, place, sharedNames)));
  const address = webAddress(place, undefined);
  const fetched =
    local === undefined ? await findFetched(context, type, address, mediaIdOf(place)) : undefined;
  const file = local ?? fetched;
  const why = whyNot(type, file, address);
  if (type === undefined || why !== undefined) {
    const loss = type === 'video' ? 'look' : 'picture';
    summary.skipped('media', why ?? '', media.url, loss, `media/${mediaIdOf(place)}`);
    return false;
  }
  const record = recordOf(lines, context, media, place, type);
  const byUrl = { ...record, accessUrl: address, originalUrl: address };
  const fallback = {
    text: JSON.stringify(byUrl),
    use: (fault: string) =>
      summary.changed(
        type,
        'is used by its URL: its local file cannot be imported',
        fault,
        'look',
        `media/${record.mediaId}`,
      ),
  };
  if (file === undefined) lines.put(media.line, byUrl);
  else {
    const isReplaceable = type === 'image' && address !== undefined;
    const place = fetched === undefined ? undefined : context.fetched?.folder;
    lines.put(media.line, { ...record, file }, isReplaceable ? fallback : undefined, place);
  }
  const from = fetched === undefined ? 'from a local file' : 'fetched from its URL';
  summary.mapped(type, file === undefined ? 'media, by its URL' : `media, ${from}`);
  return true;
}

/** The file that was fetched from a URL. HLS consists of many files, and stays where it is. */
async function findFetched(
  { fetched }: ImportContext,
  type: 'image' | 'video' | undefined,
  url: string | undefined,
  mediaId: string,
): Promise<string | undefined> {
  if (type === undefined || url === undefined || isHls(url)) return undefined;
  return await fetched?.find({ url, type, mediaId });
}

function isHls(url: string): boolean {
  return /\.m3u8$/i.test(new URL(url).pathname);
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
  return type === 'image' || isHls(address)
    ? undefined
    : 'a video that is neither HLS nor a local file is used by its URL';
}

function recordOf(
  lines: LineBuffer,
  context: ImportContext,
  { name, alias }: SourceMedia,
  place: string,
  type: 'image' | 'video',
) {
  const { projectId, spaceId } = context.target;
  const mediaId = mediaIdOf(place);
  const own = { mediaId, name: nameOf(context, type, name || fileNameOf(place)), type };
  return { kind: 'media', projectId, spaceId, ...own, alias: lines.aliasOf('media', type, mediaId, alias) };
}

function mediaIdOf(place: string): string {
  return hashedId(fileNameOf(place).replace(/\.\w+$/, ''), place);
}

function fileNameOf(place: string): string {
  return percentDecoded(place.split(/[?#]/)[0]?.split('/').pop() ?? '');
}
