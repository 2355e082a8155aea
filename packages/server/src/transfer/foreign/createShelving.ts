import { type Block, isAlias } from '@newsstand/contract';
import type { Line } from '../readLines.ts';
import type { Conversion } from './Conversion.ts';
import { findLocalFile } from './findLocalFile.ts';
import { mediaTypeOf } from './mediaTypeOf.ts';
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
  const { target, now, folder, siteUrl, account } = conversion;
  const { projectId, spaceId, instanceId } = target;
  const lines: Line[] = [];
  const done = new Set<string>();
  const aliases = new Map<string, string>();
  const media = new Map<string, Promise<string | undefined>>();

  function put(number: number, record: object): void {
    lines.push({ number, text: JSON.stringify(record) });
  }

  /** Says true once for each thing. */
  function isNew(kind: string, id: string): boolean {
    const key = `${kind}/${id}`;
    if (done.has(key)) return false;
    done.add(key);
    return true;
  }

  /** An alias that nobody else of this kind has. */
  function aliasOf(kind: string, what: string, id: string, slug: string | undefined): string | undefined {
    if (slug === undefined || slug === '') return undefined;
    const owner = aliases.get(`${kind}/${slug}`) ?? id;
    if (!isAlias(slug)) account.changed(what, 'comes without its slug, which may not be an alias', slug);
    else if (owner !== id) account.changed(what, 'comes without its slug, which another one has', slug);
    else {
      aliases.set(`${kind}/${slug}`, id);
      return slug;
    }
    return undefined;
  }

  function label(kind: 'category' | 'tag', { line, name, slug }: ForeignLabel): string {
    const id = stableId(slug);
    if (isNew(kind, id)) {
      const alias = aliasOf(kind, kind, id, slug);
      put(line, { kind, projectId, spaceId, [`${kind}Id`]: id, name, alias });
      account.mapped(kind, kind);
    }
    return id;
  }

  async function putMedia({ line, url, name, alias }: ForeignMedia): Promise<string | undefined> {
    const address = webAddress(url, siteUrl);
    const type = mediaTypeOf(url);
    const file = folder && (await findLocalFile(folder, address ?? url));
    if (type === undefined) return skipped('its name is not that of a picture or a video');
    if (address === undefined && file === undefined)
      return skipped('it is not there, and has no web address');
    const fileName = url.split(/[?#]/)[0]?.split('/').pop() ?? '';
    const mediaId = hashedId(fileName.replace(/\.\w+$/, ''), address ?? url);
    const place = file === undefined ? { accessUrl: address, originalUrl: address } : { file };
    const own = { mediaId, name: name || fileName, type, alias: aliasOf('media', type, mediaId, alias) };
    put(line, { kind: 'media', projectId, spaceId, ...own, ...place });
    account.mapped(type, file === undefined ? 'media, by its URL' : 'media, from a local file');
    return mediaId;

    function skipped(why: string): undefined {
      account.skipped('media', why, url);
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
    media: (each) => {
      const known = media.get(each.url) ?? putMedia(each);
      media.set(each.url, known);
      return known;
    },
    article,
    take: () => lines.splice(0),
  };
}
