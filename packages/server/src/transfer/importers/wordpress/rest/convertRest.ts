import type { LineBatch } from '../../../ndjson/readLines.ts';
import { type ImportContext, type ImportFile, ParseError } from '../../Importer.ts';
import { type JsonElement, readJson } from '../../shared/json/readJson.ts';
import { createRecordBuilder } from '../../shared/records/createRecordBuilder.ts';
import { ownCopy } from '../../shared/text/ownCopy.ts';
import { untilFault } from '../../shared/untilFault.ts';
import { convertAttachment, convertItem, convertTerm } from '../convertItem.ts';
import { createAttachments } from '../createAttachments.ts';
import { createSharedBlocks, isShown, type Site } from '../createSite.ts';
import type { Conversion } from '../postBlocks.ts';
import type { Item, Term } from '../readItem.ts';
import {
  authorKey,
  type RestElement,
  readElement,
  readMedia,
  readPost,
  readTerm,
  siteOf,
} from './readRest.ts';
import type { RestPost } from './restSchemas.ts';

const shape = { paths: ['$.*'], lists: [''], name: 'a list of posts from the API of WordPress' };

/**
 * Reads what the REST API of WordPress sends, as one list of posts, pages, categories, tags, users and media in any order.
 * It is read twice, because posts refer to the others; each pass counts for half of the bytes.
 */
export async function* convertRest(file: ImportFile, context: ImportContext): AsyncGenerator<LineBatch> {
  const site = createRestSite();
  let fault: ParseError | undefined;
  for await (const { bytes, elements } of untilFault(
    readJson(file.open(), shape),
    (found) => (fault = found),
  )) {
    for (const element of elements) site.learn(element);
    yield { bytes: bytes >> 1, lines: [] };
  }
  if (!site.isWordPress()) throw fault ?? new ParseError(1, `this is not ${shape.name}: it has no posts`);
  const builder = createRecordBuilder(context);
  const conversion = { site, baseUrl: context.siteUrl ?? site.url(), builder, context };
  for await (const { bytes, elements } of readJson(file.open(), shape)) {
    for (const { line, value } of elements) await convertElement(line, readElement(value), site, conversion);
    yield { bytes: bytes - (bytes >> 1), lines: builder.take() };
  }
}

/** Whether a list is one from the API, by the members of its first element. */
export function isFromRest(members: ReadonlySet<string>): boolean {
  const has = (...names: readonly string[]) => names.every((name) => members.has(name));
  return (
    has('namespaces', 'routes') ||
    has('namespaces', 'home') ||
    has('date', 'guid') ||
    has('slug', 'date_gmt', 'content') ||
    has('slug', 'date_gmt', 'excerpt') ||
    has('taxonomy', 'slug', '_links')
  );
}

/** A site that is learned from the API. */
type RestSite = Site & {
  isWordPress(): boolean;
  learn(element: JsonElement): void;
  termOf(id: string): Term | undefined;
};

function createRestSite(): RestSite {
  const attachments = createAttachments();
  const categories = new Map<string, string>();
  const authors = new Map<string, string>();
  const shared = createSharedBlocks();
  const terms = new Map<string, Term>();
  let home: string | undefined;
  let origin: string | undefined;
  let isWordPress = false;

  function learnPost(line: number, post: RestPost): void {
    isWordPress = true;
    origin ??= siteOf(post);
    const name = post.yoast_head_json?.author;
    if (name && !authors.has(authorKey(post))) authors.set(authorKey(post), ownCopy(name));
    const { author = [], 'wp:featuredmedia': media = [], 'wp:term': labels = [] } = post._embedded ?? {};
    for (const each of [...author, ...media, ...labels.flat()]) learnElement(line, readElement(each));
    const { content, status, password } = post;
    if (post.type === 'wp_block' && status === 'publish' && !password && content.raw !== undefined)
      shared.add(post.id, content.raw);
  }

  function learnElement(line: number, element: RestElement | undefined): void {
    if (element?.is === 'root') {
      isWordPress = true;
      home = element.url;
    } else if (element?.is === 'user') authors.set(element.id, ownCopy(element.name.trim()));
    else if (element?.is === 'term') {
      const term = readTerm(element.term);
      terms.set(element.term.id, term);
      if (term.taxonomy === 'category') categories.set(element.term.id, term.slug);
    } else if (element?.is === 'media') {
      const isKnown = attachments.get(element.media.id) !== undefined;
      if (!isKnown && isShown(element.media.status ?? '')) attachments.add(readMedia(line, element.media));
    } else if (element?.is === 'post') learnPost(line, element.post);
  }

  return {
    ...{ attachments, categories, authors, shared: shared.contents },
    url: () => home ?? origin,
    isWordPress: () => isWordPress,
    learn: ({ line, value }) => learnElement(line, readElement(value)),
    termOf: (id) => terms.get(id),
  };
}

async function convertElement(
  line: number,
  element: RestElement | undefined,
  site: RestSite,
  conversion: Conversion,
): Promise<void> {
  const { summary } = conversion.context;
  switch (element?.is) {
    case undefined:
      return summary.skipped('element', 'is not one of the API of WordPress', `line ${line}`, 'nothing');
    case 'leftOut':
      summary.at(line, element.what);
      return summary.skippedMany(element.what, element.why, element.count, 'article');
    case 'term': {
      const { parent } = element.term;
      return convertTerm(line, readTerm(element.term), parent !== undefined && parent > 0, conversion);
    }
    case 'media': {
      const { id, title, url } = readMedia(line, element.media);
      summary.at(line, title, url);
      return convertAttachment(id, element.media.status ?? '', title, conversion);
    }
    case 'post': {
      const item = readPost(line, element.post, site.termOf);
      // The API hides the text, and without it a draft that came from an export would lose its own.
      if (item.hasPassword && item.content.trim() === '') {
        summary.at(line, item.title, item.link);
        return summary.skipped(
          item.type,
          'is protected by a password; its text needs --user',
          item.title,
          'article',
        );
      }
      await convertItem(item, conversion);
      return reportUnknown(element.post, item, site, conversion);
    }
  }
}

/** Reports what the list refers to but does not contain. */
function reportUnknown(
  post: RestPost,
  item: Item,
  site: RestSite,
  { context: { summary, withPages } }: Conversion,
): void {
  const { type, title } = item;
  if (type !== 'post' && !(type === 'page' && withPages)) return;
  if (post.content.raw === undefined && post.content.rendered === undefined)
    summary.changed(type, 'is imported without its text, which is not in the file', title, 'text');
  if (item.author !== '' && !site.authors.has(item.author))
    summary.changed(
      type,
      'is imported without its author, whose name the site does not tell',
      title,
      'details',
    );
  if ([...post.categories, ...post.tags].some((id) => site.termOf(String(id)) === undefined))
    summary.changed(
      type,
      'is imported without categories or tags that are not in the file',
      title,
      'details',
    );
}
