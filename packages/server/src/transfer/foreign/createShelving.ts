import { type Block, isAlias } from '@newsstand/contract';
import type { Line, Otherwise } from '../readLines.ts';
import type { Conversion } from './Conversion.ts';
import { findLocalFile } from './findLocalFile.ts';
import { hashNumber } from './hashNumber.ts';
import { mediaTypeOf } from './mediaTypeOf.ts';
import { percentDecoded } from './percentDecoded.ts';
import { hashedId, stableId } from './stableId.ts';
import { webAddress } from './webAddress.ts';

/** A category or a tag of another system. `slug` becomes its ID and its alias. */
export type ForeignLabel = { readonly line: number; readonly name: string; readonly slug: string };

/** A picture or a video of another system. */
export type ForeignMedia = {
  readonly line: number;
  readonly url: string;
  readonly name?: string | undefined;
  readonly alias?: string | undefined;
  /** What it is, where its name does not tell. */
  readonly type?: 'image' | 'video' | undefined;
  /** The local file, where it is known already: a path below the folder of the source. Its URL is then but a name. */
  readonly file?: string | undefined;
};

/** An article of another system. `what` is what it is called there: `post`, `entry`. */
export type Article = {
  readonly line: number;
  readonly what: string;
  readonly id: string;
  readonly title: string;
  readonly slug?: string | undefined;
  readonly isDraft: boolean;
  /** When it came, or will come, out. */
  readonly publishedAt?: number | undefined;
  /** When it goes away again. */
  readonly closingAt?: number | undefined;
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
  /** The blocks of its body. */
  readonly blocks: readonly Block[];
  /** The media of its picture; where there is none, the first one of its body. */
  readonly mediaId?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly tagIds: readonly string[];
  readonly canonicalUrl?: string | undefined;
  readonly isPreventCrawling?: boolean | undefined;
};

/** Turns the content of another system into lines to import, each thing once. */
export type Shelving = {
  /** Puts a category, and gives its ID. */
  category(label: ForeignLabel): string;
  tag(label: ForeignLabel): string;
  /** Puts a picture or a video, from a local file or by its URL, and gives its ID; undefined where it can't be had. */
  media(media: ForeignMedia): Promise<string | undefined>;
  article(article: Article): void;
  /** The lines since the last time. */
  take(): readonly Line[];
};

/** The media of an article without a picture: the interface wants every one to have a thumbnail. */
const noPicture = { mediaId: 'no-picture', name: 'No picture', type: 'image' } as const;

/** Begins to turn content into lines. */
export function createShelving(conversion: Conversion): Shelving {
  const { target, now, folder, sharedNames, siteUrl, account } = conversion;
  const { projectId, spaceId, instanceId } = target;
  const lines: Line[] = [];
  const done = new Set<number>();
  const aliases = new Set<number>();
  /** Whether each media can be had; not its ID, which is made again: there may be a million of them. */
  const media = new Map<number, Promise<boolean> | boolean>();

  function put(number: number, record: object, otherwise?: Otherwise): void {
    lines.push({ number, text: JSON.stringify(record), otherwise });
  }

  /** Says true once for each thing. */
  function isNew(kind: string, id: string): boolean {
    const key = hashNumber(`${kind}/${id}`);
    if (done.has(key)) return false;
    done.add(key);
    return true;
  }

  /** An alias that nobody else of this kind has; asked once for each thing. */
  function aliasOf(kind: string, what: string, id: string, slug: string | undefined): string | undefined {
    if (slug === undefined || slug === '') return undefined;
    const key = `${kind}/${slug}`;
    const isTaken = aliases.has(hashNumber(key)) || (conversion.owners?.get(key) ?? id) !== id;
    if (!isAlias(slug)) account.changed(what, 'comes without its slug, which may not be an alias', slug);
    else if (isTaken) account.changed(what, 'comes without its slug, which another one has', slug);
    else {
      aliases.add(hashNumber(key));
      return slug;
    }
    return undefined;
  }

  function label(kind: 'category' | 'tag', { line, name, slug }: ForeignLabel): string {
    const id = stableId(slug);
    const owner = conversion.owners?.get(`${kind}/${slug}`) ?? id;
    if (owner !== id) {
      // It is the same label, made by somebody else: theirs is left as it is.
      if (isNew(kind, owner)) account.mapped(kind, `${kind} that was there, by its alias`);
      return owner;
    }
    if (isNew(kind, id)) {
      const alias = aliasOf(kind, kind, id, slug);
      put(line, { kind, projectId, spaceId, [`${kind}Id`]: id, name, alias });
      account.mapped(kind, kind);
    }
    return id;
  }

  /** What tells a media from others: its address, where it has one. */
  function placeOf({ url, file }: ForeignMedia): string {
    return (file === undefined ? webAddress(url, siteUrl) : undefined) ?? url;
  }

  /** Puts a media, and says whether it can be had. */
  async function putMedia(media: ForeignMedia, place: string): Promise<boolean> {
    const { line, url, name, alias } = media;
    const type = mediaTypeOf(url) ?? media.type;
    const file = media.file ?? (folder && (await findLocalFile(folder, place, sharedNames)));
    if (type === undefined) return skipped('its name is not that of a picture or a video');
    const address = webAddress(place, undefined);
    if (address === undefined && file === undefined)
      return skipped('it is not there, and has no web address; --media or --site-url may help');
    if (type === 'video' && file === undefined && !/\.m3u8$/i.test(new URL(place).pathname))
      return skipped('a video that is neither HLS nor there as a file stays where it is');
    const mediaId = mediaIdOf(place);
    const byUrl = { accessUrl: address, originalUrl: address };
    const own = {
      mediaId,
      name: name || fileNameOf(place),
      type,
      alias: aliasOf('media', type, mediaId, alias),
    };
    const record = { kind: 'media', projectId, spaceId, ...own };
    const elsewhere = { text: JSON.stringify({ ...record, ...byUrl }), use: unreadable };
    if (file === undefined) put(line, { ...record, ...byUrl });
    else put(line, { ...record, file }, type === 'image' && address !== undefined ? elsewhere : undefined);
    account.mapped(type, file === undefined ? 'media, by its URL' : 'media, from a local file');
    return true;

    function unreadable(why: string): void {
      account.changed(type ?? 'media', 'stays where it is: its local file can not be taken', why);
    }

    function skipped(why: string): false {
      account.skipped('media', why, url);
      return false;
    }
  }

  function thumbnailOf({ line, mediaId, blocks }: Article): string {
    const shown = blocks.find((block) => block.type === 'image' && block.mediaId !== undefined);
    const found = mediaId ?? (shown?.type === 'image' ? shown.mediaId : undefined);
    if (found !== undefined) return found;
    if (isNew('media', noPicture.mediaId)) put(line, { kind: 'media', projectId, spaceId, ...noPicture });
    return noPicture.mediaId;
  }

  function article(article: Article): void {
    const { line, what, id, title, publishedAt, blocks, categoryId, tagIds } = article;
    if (!isNew('news', id)) {
      account.skipped(what, 'there is another one with the same ID', title);
      return;
    }
    const isAhead = publishedAt !== undefined && publishedAt > now;
    const createdAt = publishedAt ?? article.createdAt;
    const { canonicalUrl, isPreventCrawling } = article;
    const seo = { canonicalUrl: webAddress(canonicalUrl ?? '', siteUrl), isPreventCrawling };
    put(line, {
      ...{ kind: 'news', projectId, spaceId, instanceId, contentId: id, name: title },
      alias: aliasOf('news', what, id, article.slug),
      status: article.isDraft || isAhead ? 'draft' : 'published',
      reservedAt: isAhead && !article.isDraft ? publishedAt : undefined,
      closingAt: article.closingAt,
      values: {
        title,
        body: { blocks },
        thumbnail: { mediaId: thumbnailOf(article) },
        seo: Object.values(seo).some((value) => value !== undefined) ? seo : undefined,
        isRss: true,
      },
      category: categoryId === undefined ? undefined : { categoryId },
      tags: tagIds.length === 0 ? undefined : tagIds.map((tagId) => ({ tagId })),
      ...{ createdAt, updatedAt: article.updatedAt ?? createdAt },
    });
    account.mapped(what, article.isDraft ? 'news, draft' : isAhead ? 'news, scheduled' : 'news, published');
  }

  return {
    category: (each) => label('category', each),
    tag: (each) => label('tag', each),
    media: async (each) => {
      const place = placeOf(each);
      const key = hashNumber(place);
      const known = media.get(key) ?? putMedia(each, place);
      media.set(key, known);
      const isThere = await known;
      media.set(key, isThere);
      return isThere ? mediaIdOf(place) : undefined;
    },
    article,
    take: () => lines.splice(0),
  };
}

function mediaIdOf(place: string): string {
  return hashedId(fileNameOf(place).replace(/\.\w+$/, ''), place);
}

function fileNameOf(place: string): string {
  return percentDecoded(place.split(/[?#]/)[0]?.split('/').pop() ?? '');
}
