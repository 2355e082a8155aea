import type { Block } from '@newsstand/contract';
import { webAddress } from '../text/webAddress.ts';
import { parseHtml } from './parseHtml.ts';
import { readBlocks } from './readBlocks.ts';
import type { Draft } from './readPicture.ts';
import { writeHtml } from './writeHtml.ts';

/** How HTML is read. */
export type HtmlReading = {
  /** Where relative addresses begin; undefined leaves them as they are. */
  readonly baseUrl?: string | undefined;
  /**
   * The media of a picture or a video at an address (absolute where there is a base, or else as it is written);
   * undefined where it is to be shown from that address itself.
   */
  readonly media: (
    url: string,
    alt: string | undefined,
    type: 'image' | 'video',
  ) => Promise<string | undefined> | string | undefined;
  /** Whether the ends of lines are seen, as in text that people type: an empty line then parts paragraphs. */
  readonly keepsLines?: boolean;
};

/** The blocks that say what HTML says. Nothing that a reader sees is lost: what no block can say stays HTML. */
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
