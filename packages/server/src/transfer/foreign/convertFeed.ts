import type { LineBatch } from '../readLines.ts';
import type { Conversion, ForeignFile } from './Conversion.ts';
import { createShelving, type Shelving } from './createShelving.ts';
import { baseOf, type Entry, linkOf, readEntry } from './feed/readEntry.ts';
import { readFeedDate } from './feed/readFeedDate.ts';
import { htmlBlocks } from './htmlBlocks.ts';
import { slugOf } from './markdown/slugOf.ts';
import { hashedId } from './stableId.ts';
import { titleFrom } from './titleFrom.ts';
import { webAddress } from './webAddress.ts';
import { readXml } from './xml/readXml.ts';
import { type XmlElement, xmlText } from './xml/XmlElement.ts';

const holders = ['rss', 'rss/channel', 'atom:feed', 'rdf:RDF'];

/** Reads a feed: RSS 0.9x, 1.0 and 2.0, or Atom. */
export async function* convertFeed(file: ForeignFile, conversion: Conversion): AsyncGenerator<LineBatch> {
  const shelving = createShelving(conversion);
  let baseUrl = conversion.siteUrl;
  for await (const { bytes, elements } of readXml(file.open(), holders)) {
    for (const element of elements) {
      if (element.name === 'item' || element.name === 'atom:entry')
        await shelveEntry(readEntry(element, baseUrl), shelving, conversion);
      else baseUrl = conversion.siteUrl ?? feedBase(element, baseUrl);
    }
    yield { bytes, lines: shelving.take() };
  }
}

/** The feed names its base, or else the site that it is from. */
function feedBase(element: XmlElement, known: string | undefined): string | undefined {
  const base = baseOf(element, known);
  if (base !== undefined) return base;
  if (element.name === 'channel') return linkOf(element, undefined);
  if (element.name === 'link') return webAddress(xmlText(element), undefined);
  const isSite =
    element.name === 'atom:link' && (element.attributes.get('rel') ?? 'alternate') === 'alternate';
  return isSite ? webAddress(element.attributes.get('href') ?? '', undefined) : undefined;
}

async function shelveEntry(entry: Entry, shelving: Shelving, conversion: Conversion): Promise<void> {
  const { line, link, text, picture, published, updated } = entry;
  const { account } = conversion;
  const media = (url: string, name: string | undefined, type: 'image' | 'video') =>
    shelving.media({ line, url, name, type });
  const blocks = await htmlBlocks(text.html, { baseUrl: entry.baseUrl, keepsLines: text.keepsLines, media });
  const title = entry.title || titleFrom(blocks) || link || entry.guid;
  if (title === '' && blocks.length === 0) return account.skipped('entry', 'it says nothing', `line ${line}`);
  if (entry.title === '') account.changed('entry', 'has no title: its first words are taken', title);
  if (entry.author !== '') account.skipped('author', 'news have no author', entry.author);
  const publishedAt = momentOf(published, title, conversion);
  shelving.article({
    ...{ line, what: 'entry', id: idOf(entry, title), title: title || 'Untitled', isDraft: false, blocks },
    publishedAt,
    updatedAt: updated === published ? publishedAt : momentOf(updated, title, conversion),
    mediaId: picture === undefined ? undefined : await media(picture, title, 'image'),
    ...labelsOf(entry, shelving),
    canonicalUrl: link,
  });
}

function idOf({ guid, link, published }: Entry, title: string): string {
  const site = URL.canParse(link ?? guid) ? new URL(link ?? guid).host : 'feed';
  return hashedId(site || 'feed', guid || `${title}\n${published}`);
}

function momentOf(text: string, title: string, { timeZone, account }: Conversion): number | undefined {
  const moment = text === '' ? undefined : readFeedDate(text, timeZone);
  if (text !== '' && moment === undefined)
    account.changed('entry', 'comes without its date, which can not be read', `${text} in ${title}`);
  return moment;
}

/** Feeds have one kind of labels: the first of an entry is its category, the others are its tags. */
function labelsOf({ line, labels }: Entry, shelving: Shelving) {
  const found = labels.map((name) => ({ line, name, slug: slugOf(name) || name }));
  const [first, ...others] = [...new Map(found.map((label) => [label.slug, label])).values()];
  return {
    categoryId: first === undefined ? undefined : shelving.category(first),
    tagIds: others.map((label) => shelving.tag(label)),
  };
}
