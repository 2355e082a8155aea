import { type Block, limits } from '@newsstand/contract';
import { embedProvider } from '@newsstand/html';
import { z } from 'zod';
import type { ImportContext } from '../Importer.ts';
import { htmlBlocks } from '../shared/html/htmlBlocks.ts';
import type { HtmlNode } from '../shared/html/parseHtml.ts';
import { plainText } from '../shared/html/plainText.ts';
import { shortcodeFate } from '../shared/html/shortcodeMarks.ts';
import { videoPage } from '../shared/html/videoPage.ts';
import { writeAttribute } from '../shared/html/writeHtml.ts';
import { tryParseJson } from '../shared/json/tryParseJson.ts';
import type { RecordBuilder } from '../shared/records/createRecordBuilder.ts';
import { mediaTypeOf, type SourceMedia } from '../shared/records/SourceContent.ts';
import type { Attachment } from './createAttachments.ts';
import type { Site } from './createSite.ts';
import { protectCode } from './protectCode.ts';
import type { Item } from './readItem.ts';
import { renderedNodes } from './rest/renderedNodes.ts';
import { expandLayout, expandShortcodes, shortcodes } from './shortcodes.ts';

/** What is needed to convert posts. */
export type Conversion = {
  readonly site: Site;
  readonly baseUrl: string | undefined;
  readonly builder: RecordBuilder;
  readonly context: ImportContext;
};

/** The blocks of a post. */
export async function postBlocks(item: Item, conversion: Conversion): Promise<Block[]> {
  const { site, baseUrl, builder } = conversion;
  const alts = new Map<string, string>();
  /** The media of the attachments that are shown. */
  const mediaIds = new Map<string, string>();
  const media = async (url: string, name: string | undefined, type: 'image' | 'video') => {
    const attachment = site.attachments.at(url);
    if (attachment === undefined) return builder.media({ line: item.line, url, name, type });
    const mediaId = await builder.media(attachmentMedia(attachment));
    if (mediaId !== undefined) mediaIds.set(attachment.id, mediaId);
    if (mediaId !== undefined && attachment.alt !== undefined) alts.set(mediaId, attachment.alt);
    return mediaId;
  };
  // In text that is older than blocks, line breaks count.
  const keepsLines = !item.isRendered && !item.content.includes('<!-- wp:');
  const html = item.isRendered ? rendered(item, conversion) : expand(item, conversion);
  const blocks = await htmlBlocks(html, { baseUrl, keepsLines, media, summary: conversion.context.summary });
  return blocks.map((block) => finishBlock(block, site, alts, mediaIds));
}

/** An attachment as media. */
export function attachmentMedia({ line, url, title, slug }: Attachment): SourceMedia {
  return { line, url, name: title, alias: slug };
}

function rendered(item: Item, { context }: Conversion): readonly HtmlNode[] {
  const { summary } = context;
  // The site has expanded those that it knows.
  const html = expandShortcodes(protectCode(item.content), new Map(), fateOfUnknown(context));
  return renderedNodes(html, ({ name, isBlock }) => {
    const example = `${name} in ${item.title}`;
    if (isBlock) summary.skipped('block', renderedThere, example, 'text');
    else summary.skipped('part of a page', 'was added to the post by a plugin', example, 'nothing');
  });
}

const renderedThere = 'the site renders it anew for each visit, so its content is not in the file';

/** Decides what becomes of unknown shortcodes, and lists them. */
function fateOfUnknown({
  summary,
  shortcodes: chosen,
}: ImportContext): Parameters<typeof expandShortcodes>[2] {
  return (name, text, looksLikeOne, mayMark) => {
    const fate = shortcodeFate(chosen, name, looksLikeOne, mayMark);
    if (fate !== undefined) summary.shortcode(name, text, fate);
    return fate;
  };
}

function expand(item: Item, { site, context }: Conversion): string {
  const { summary } = context;
  const what = item.type;
  const pictures = (ids: readonly string[] | undefined) => {
    const chosen = ids?.flatMap((id) => site.attachments.get(id) ?? []) ?? site.attachments.of(item.id);
    const images = chosen.filter(({ url }) => mediaTypeOf(url) === 'image');
    if (images.length < (ids?.length ?? 1))
      summary.changed(what, 'shows a gallery with pictures that are not in the file', item.title, 'picture');
    return images;
  };
  const content = item.content.trim() === '' ? item.excerpt : item.content;
  const contents = (name: string, ref: string) => {
    if (name === 'block') return site.shared.get(ref);
    return name === 'footnotes' ? footnotesHtml(item.meta.get('footnotes')) : undefined;
  };
  const noted = withReferences(protectCode(content), readFootnotes(item.meta.get('footnotes')));
  const html = expandBlocks(noted, contents, (name) =>
    summary.skipped('block', renderedThere, `${name} in ${item.title}`, 'text'),
  );
  const flat = expandLayout(html, site.attachments.get, (name) =>
    summary.changed(
      'part of a page builder',
      'is laid out one below the other',
      `[${name}] in ${item.title}`,
    ),
  );
  return expandShortcodes(flat, shortcodes(pictures), fateOfUnknown(context));
}

/** Applies what a site does when it renders a post. */
function finishBlock(
  block: Block,
  { attachments }: Site,
  alts: ReadonlyMap<string, string>,
  mediaIds: ReadonlyMap<string, string>,
): Block {
  if (block.type === 'paragraph') return showAddress(block);
  if (block.type === 'gallery')
    return { ...block, images: block.images.map((image) => ({ ...image, alt: altOf(image, alts) })) };
  if (block.type !== 'image') return block;
  // The picture is imported in its full size, so a link to that would only lead to the old site.
  const linked = block.link === undefined ? undefined : attachments.at(block.link);
  const isEnlarged = linked !== undefined && mediaIds.get(linked.id) === block.mediaId;
  return { ...block, alt: altOf(block, alts), link: isEnlarged ? undefined : block.link };
}

type GalleryImage = Extract<Block, { type: 'gallery' }>['images'][number];

/** The alternative text of a picture: its own, or that of the attachment. */
function altOf({ alt, mediaId = '' }: GalleryImage, alts: ReadonlyMap<string, string>): string | undefined {
  return alt ?? alts.get(mediaId);
}

/** A URL on its own line embeds what is at that URL, or becomes a link. */
function showAddress(block: Extract<Block, { type: 'paragraph' }>): Block {
  if (!/^https?:\/\/[^\s<]+$/i.test(block.text)) return block;
  const url = plainText(block.text);
  const provider = embedProvider(url);
  const page = provider?.frame === undefined ? videoPage(url) : provider.url;
  if (page !== undefined) return { type: 'embed', url: page };
  return { type: 'paragraph', text: `<a${writeAttribute('href', url)}>${block.text}</a>` };
}

/** Blocks without visible content. */
const silent = new Set(['more', 'nextpage', 'spacer', 'paragraph']);

/**
 * Inserts the content of blocks that refer to it: `<!-- wp:block {"ref":7} /-->` is shared by posts.
 * `onLeftOut` is called for dynamic blocks, whose content is not in the file.
 */
export function expandBlocks(
  html: string,
  contentOf: (name: string, ref: string) => string | undefined,
  onLeftOut: (name: string) => void,
): string {
  const start = '<!-- wp:';
  const pieces: string[] = [];
  let done = 0;
  let size = html.length;
  for (let at = html.indexOf(start); at !== -1; at = html.indexOf(start, done)) {
    const end = html.indexOf('-->', at);
    if (end === -1) break;
    const comment = html.slice(at + start.length, end);
    pieces.push(html.slice(done, at));
    done = end + 3;
    if (comment.endsWith('/')) pieces.push(expanded(comment));
  }
  return pieces.join('') + html.slice(done);

  function expanded(comment: string): string {
    const [, name = '', ref = ''] = /^([\w/-]+)\s*(?:\{"ref":(\d+)[,}])?/.exec(comment) ?? [];
    const content = contentOf(name, ref);
    size += content?.length ?? 0;
    if (content !== undefined && size <= limits.importLineBytes) return content;
    if (!silent.has(name)) onLeftOut(name);
    return '';
  }
}

const footnotes = z.array(z.object({ id: z.string(), content: z.string() }));

/** The footnotes of a post, which are kept in a field; undefined if there are none. */
function readFootnotes(json: string | undefined): z.infer<typeof footnotes> | undefined {
  return footnotes.safeParse(tryParseJson(json ?? '')).data;
}

function footnotesHtml(json: string | undefined): string | undefined {
  const items = readFootnotes(json)?.map(
    ({ id, content }) => `<div${writeAttribute('data-note', id)}>${content}</div>`,
  );
  return items && `<section class="block-footnotes">${items.join('')}</section>`;
}

/** References are numbers that link to a note; those to notes that are not there stay as they are. */
function withReferences(html: string, notes: z.infer<typeof footnotes> = []): string {
  const ids = new Set(notes.map(({ id }) => id));
  if (ids.size === 0 || !html.includes('<!-- wp:footnotes')) return html;
  return html.replaceAll(reference, (whole, id: string) =>
    ids.has(id) ? `<sup${writeAttribute('data-note', id)}></sup>` : whole,
  );
}

const reference =
  /<sup [^<>]{0,100}\bdata-fn="([\w-]{1,100})"[^<>]{0,100}>(?:<a [^<>]{0,300}>)?[^<>]{0,20}(?:<\/a>)?<\/sup>/g;
