import type { Block } from '@newsstand/contract';
import { webAddress } from '../text/urls.ts';
import { parseHtml } from './parseHtml.ts';
import { readBlocks } from './readBlocks.ts';
import type { Draft } from './readPicture.ts';
import { writeHtml } from './writeHtml.ts';

/** Options for reading HTML. */
export type HtmlReading = {
  /** The base of relative URLs; undefined leaves them unchanged. */
  readonly baseUrl?: string | undefined;
  /**
   * The media of the image or video at a URL (absolute if there is a base, or else as written);
   * undefined to show it by that URL.
   */
  readonly media: (
    url: string,
    alt: string | undefined,
    type: 'image' | 'video',
  ) => Promise<string | undefined> | string | undefined;
  /** Whether line breaks count, as in typed text: an empty line then separates paragraphs. */
  readonly keepsLines?: boolean;
};

/** Converts HTML to blocks. Nothing visible is lost: what no block can represent stays HTML. */
export async function htmlBlocks(html: string, reading: HtmlReading): Promise<Block[]> {
  const { baseUrl, keepsLines } = reading;
  const blocks: Block[] = [];
  const around = { baseUrl, keepsLines };
  for (const draft of readBlocks(parseHtml(html).children, around)) blocks.push(await finish(draft, reading));
  return blocks;
}

async function finish(draft: Draft, { baseUrl, media }: HtmlReading): Promise<Block> {
  if (draft.type !== 'image' && draft.type !== 'video') return draft;
  const { type, source, isPage, alt, link, caption, width, height, element } = draft;
  const address = webAddress(source, baseUrl);
  const isFile = !isPage && !/^data:/i.test(source);
  const mediaId = isFile ? await media(address ?? source, alt, type) : undefined;
  if (mediaId === undefined && address === undefined) {
    const html = writeHtml(element, baseUrl);
    return { type: 'html', html: caption === undefined ? html : figure(html, caption) };
  }
  const url = mediaId === undefined ? address : undefined;
  const common = { mediaId, url, caption, width, height };
  return type === 'image' ? { type, ...common, alt, link } : { type, ...common };
}

function figure(html: string, caption: string): string {
  return `<figure>${html}<figcaption>${caption}</figcaption></figure>`;
}
