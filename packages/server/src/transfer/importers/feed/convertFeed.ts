import type { Block } from '@newsstand/contract';
import type { LineBatch } from '../../ndjson/readLines.ts';
import { type ImportContext, type Importer, type ImportFile, ParseError } from '../Importer.ts';
import { htmlBlocks } from '../shared/html/htmlBlocks.ts';
import { titleFrom } from '../shared/html/plainText.ts';
import { createRecordBuilder, type RecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { parseIsoDate } from '../shared/text/parseIsoDate.ts';
import { hashedId } from '../shared/text/stableId.ts';
import { lastSegment, slugOf, webAddress } from '../shared/text/urls.ts';
import { hiddenBy } from '../shared/visibility/hiddenBy.ts';
import { readXml, reportMended, type XmlElement, xmlText } from '../shared/xml/readXml.ts';
import { baseOf, type Entry, linkOf, readEntry } from './readEntry.ts';
import { readJsonFeed } from './readJsonFeed.ts';

export const feed: Importer = {
  title: 'a feed',
  convert: convertFeed,
  isXml: (root) => /^<(rss|([\w.-]+:)?(feed|RDF))(\s|$)/.test(root),
  isJson: (members) => members.has('items') && members.has('version') && members.has('title'),
};

const containers = ['rss', 'rss/channel', 'atom:feed', 'rdf:RDF'];

/** Reads a feed: RSS 0.9x, 1.0 and 2.0, Atom, or JSON Feed. */
export async function* convertFeed(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const builder = createRecordBuilder(context);
  if (await isJson(file)) {
    for await (const { bytes, entries } of readJsonFeed(file.open(), context.siteUrl)) {
      for (const entry of entries) await shelveEntry(entry, builder, context);
      yield { bytes, lines: builder.take() };
    }
    return;
  }
  let baseUrl = context.siteUrl;
  const { encoding } = context;
  const onMended = reportMended(context.summary);
  for await (const { bytes, elements } of readXml(file.open(), containers, { encoding, onMended })) {
    for (const element of elements) {
      refuseExport(element);
      if (element.name === 'item' || element.name === 'atom:entry')
        await shelveEntry(readEntry(element, baseUrl), builder, context);
      else baseUrl = context.siteUrl ?? feedBase(element, baseUrl);
    }
    yield { bytes, lines: builder.take() };
  }
}

/** Whether a file begins with `{`, perhaps after a byte order mark and white space. */
async function isJson(file: ImportFile): Promise<boolean> {
  for await (const chunk of file.open()) {
    const text = new TextDecoder().decode(chunk.subarray(0, 1000)).trimStart();
    if (text !== '') return text.startsWith('{');
  }
  return false;
}

const exportMarks = new Set(['wp:wxr_version', 'wp:status', 'wp:post_type']);

/** An export of WordPress is RSS, too, but contains content that was never public. */
function refuseExport(element: XmlElement): void {
  const isMarked = (each: XmlElement | string) => typeof each !== 'string' && exportMarks.has(each.name);
  if ([element, ...element.children].some(isMarked))
    throw new ParseError(
      element.line,
      'the file: is an export of WordPress; import it with --from wordpress',
    );
}

/** The base of a feed, or else the URL of its site. */
function feedBase(element: XmlElement, known: string | undefined): string | undefined {
  const base = baseOf(element, known);
  if (base !== undefined) return base;
  if (element.name === 'channel') return linkOf(element, undefined);
  if (element.name === 'link') return webAddress(xmlText(element), undefined);
  const isSite =
    element.name === 'atom:link' && (element.attributes.get('rel') ?? 'alternate') === 'alternate';
  return isSite ? webAddress(element.attributes.get('href') ?? '', undefined) : undefined;
}

/** Labels of an entry. */
const shown = new Set(['tags']);

async function shelveEntry(entry: Entry, builder: RecordBuilder, context: ImportContext): Promise<void> {
  const { line, link, text, published, updated, standing } = entry;
  const { summary } = context;
  const name = entry.title || entry.guid;
  summary.at(line, name, link);
  const why = whyLeftOut(entry, context);
  if (why !== undefined)
    return summary.skipped(standing.kind, why, name, standing.kind === 'page' ? 'article' : 'nothing');
  const media = (url: string, name: string | undefined, type: 'image' | 'video') =>
    builder.media({ line, url, name, type });
  const blocks = await htmlBlocks(text.html, {
    ...{ baseUrl: entry.baseUrl, keepsLines: text.keepsLines, media, summary },
  });
  const title = entry.title || titleFrom(blocks) || link || entry.guid;
  if (title === '' && blocks.length === 0)
    return summary.skipped('entry', 'it is empty', `line ${line}`, 'nothing');
  if (entry.title === '')
    summary.changed('entry', 'has no title: its first words are used', title, 'details');
  tellWhatIsLeftOut(entry, context);
  const publishedAt = timestampOf(published, title, context);
  const { now, timeZone } = context;
  const hiding =
    standing.state === 'draft' ? 'it was not public' : hiddenBy(entry.fields, { now, timeZone, shown });
  const isDraft = hiding !== undefined || publishedAt === undefined;
  const loss = standing.state === 'draft' ? 'nothing' : 'article';
  if (hiding !== undefined) summary.changed('entry', `becomes a draft: ${hiding}`, title, loss);
  else if (published === '') summary.changed('entry', 'becomes a draft: it has no date', title, 'article');
  builder.article({
    ...{ line, what: standing.kind, id: idOf(entry, title), title: title || 'Untitled', isDraft, blocks },
    slug: lastSegment(link ?? '') || undefined,
    publishedAt,
    updatedAt: updated === published ? publishedAt : timestampOf(updated, title, context),
    mediaId: await thumbnailOf(entry, blocks, (url) => media(url, title, 'image')),
    ...labelsOf(entry, builder),
    authors: [entry.author],
    excerpt: entry.excerpt,
    addresses: link === undefined ? [] : [link],
    canonicalUrl: link,
  });
}

/** A small preview is used only if the text has no image. */
async function thumbnailOf(
  { picture, isSmall }: Entry,
  blocks: readonly Block[],
  media: (url: string) => Promise<string | undefined>,
): Promise<string | undefined> {
  const hasOther = blocks.some((block) =>
    block.type === 'gallery'
      ? block.images.some((image) => image.mediaId !== undefined)
      : block.type === 'image' && block.mediaId !== undefined,
  );
  return picture === undefined || (isSmall && hasOther) ? undefined : media(picture);
}

/** Exports of Blogger contain more than articles. */
function whyLeftOut({ standing: { kind, state } }: Entry, { withPages }: ImportContext): string | undefined {
  if (state === 'trash') return 'it was thrown away';
  if (kind === 'page') return withPages ? undefined : 'pages are not news; use --pages to import them';
  return kind === 'entry' ? undefined : 'only posts and pages are imported';
}

function tellWhatIsLeftOut({ morePictures }: Entry, { summary }: ImportContext): void {
  for (const url of morePictures)
    summary.skipped('picture', 'news have one thumbnail, and the text does not show it', url, 'picture');
}

function idOf({ guid, link, published }: Entry, title: string): string {
  return hashedId(placeOf(guid, link) || 'feed', guid || `${title}\n${published}`);
}

/** The site of an entry. A `tag:` URI contains it, and does not change when a draft gets a link. */
function placeOf(guid: string, link: string | undefined): string {
  const [, authority] = /^tag:([^,:]+)/.exec(guid) ?? [];
  if (authority !== undefined) return authority;
  return URL.canParse(link ?? guid) ? new URL(link ?? guid).host : '';
}

function timestampOf(text: string, title: string, { timeZone, summary }: ImportContext): number | undefined {
  const timestamp = text === '' ? undefined : readFeedDate(text, timeZone);
  if (text !== '' && timestamp === undefined)
    summary.changed(
      'entry',
      'is imported without a date that cannot be read; without a date of publication it becomes a draft',
      `${text} in ${title}`,
      'article',
    );
  return timestamp;
}

/** Feeds have one kind of label: the first one of an entry is its category, the others are its tags. */
function labelsOf({ line, labels }: Entry, builder: RecordBuilder) {
  const found = labels.map((name) => ({ line, name, slug: slugOf(name) || name }));
  const [first, ...others] = [...new Map(found.map((label) => [label.slug, label])).values()];
  return {
    categoryId: first === undefined ? undefined : builder.category(first),
    tagIds: others.map((label) => builder.tag(label)),
  };
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The named zones of RFC 822, and others that feeds use. Unknown names mean UTC, as in RFC 2822. */
const zones: ReadonlyMap<string, string> = new Map([
  ...([
    ['EST', '-0500'],
    ['EDT', '-0400'],
    ['CST', '-0600'],
    ['CDT', '-0500'],
  ] as const),
  ...([
    ['MST', '-0700'],
    ['MDT', '-0600'],
    ['PST', '-0800'],
    ['PDT', '-0700'],
  ] as const),
  ...([
    ['BST', '+0100'],
    ['CET', '+0100'],
    ['CEST', '+0200'],
    ['JST', '+0900'],
  ] as const),
]);

const maxLength = 100;

const weekday = String.raw`(?:[a-z]{2,9}\.?,?\s+)?`;
const month = String.raw`(?<month>[a-z]{3})[a-z]*\.?`;
const clock = String.raw`(?<time>\d{1,2}:\d\d(?::\d\d)?)(?:\s*(?<half>[ap])\.?m\.?)?`;
const zone = String.raw`(?<zone>(?:GMT|UTC)?[+-]\d\d:?\d\d|[a-z]{1,5})`;
const end = String.raw`(?:,?\s+${clock})?(?:\s*${zone})?(?:\s*\([^)]*\))?`;

/** As in mail, as Americans write it, and as the C library does. */
const written = [
  String.raw`${weekday}(?<day>\d{1,2})[\s-]+${month}[\s-]+(?<year>\d{4}|\d\d)${end}`,
  String.raw`${weekday}${month}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?,?\s+(?<year>\d{4})${end}`,
  String.raw`${weekday}${month}\s+(?<day>\d{1,2})\s+${clock}(?:\s+${zone})?\s+(?<year>\d{4})`,
].map((each) => new RegExp(`^${each}$`, 'i'));

/** Parses a date in a feed: RFC 822 in RSS, ISO 8601 elsewhere. Undefined if it is not a date. */
export function readFeedDate(text: string, timeZone: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > maxLength) return undefined;
  const parts = written.map((each) => each.exec(trimmed)?.groups).find((each) => each !== undefined);
  if (parts === undefined) return parseIsoDate(trimmed, timeZone);
  const { day = '', year = '' } = parts;
  const number = months.indexOf(parts['month']?.toLowerCase() ?? '') + 1;
  const date = `${fullYear(year)}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = timeOf(parts['time'] ?? '00:00', parts['half']);
  return parseIsoDate(
    `${date} ${time} ${parts['zone'] === undefined ? '' : offsetOf(parts['zone'])}`.trim(),
    timeZone,
  );
}

/** A time of 24 hours: 12:30 AM is 00:30. */
function timeOf(time: string, half: string | undefined): string {
  if (half === undefined) return time;
  const [hours = '', ...rest] = time.split(':');
  return [(Number(hours) % 12) + (/p/i.test(half) ? 12 : 0), ...rest].join(':');
}

/** A two-digit year is between 1950 and 2049. */
function fullYear(year: string): string {
  if (year.length === 4) return year;
  return `${Number(year) < 50 ? '20' : '19'}${year}`;
}

function offsetOf(zone: string): string {
  const [, offset] = /^(?:GMT|UTC)?([+-].*)$/i.exec(zone) ?? [];
  return offset ?? zones.get(zone.toUpperCase()) ?? 'UTC';
}
