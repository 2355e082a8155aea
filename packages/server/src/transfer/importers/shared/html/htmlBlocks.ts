import type { Block } from '@newsstand/contract';
import { embedProvider } from '@newsstand/html';
import type { ImportSummary } from '../../ImportSummary.ts';
import { webAddress } from '../text/urls.ts';
import { accountFor } from './accountFor.ts';
import { type HtmlNode, parseHtml } from './parseHtml.ts';
import { readBlocks } from './readBlocks.ts';
import type { Draft, Picture } from './readPicture.ts';
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
  /** Told of everything that does not come through as it was. */
  readonly summary: Pick<ImportSummary, 'fate'>;
};

/** Converts HTML, parsed or not, to blocks. What no block can represent stays HTML; whatever is changed or left out is reported. */
export async function htmlBlocks(html: string | readonly HtmlNode[], reading: HtmlReading): Promise<Block[]> {
  const { baseUrl, keepsLines } = reading;
  const blocks: Block[] = [];
  const around = { baseUrl, keepsLines };
  const nodes = typeof html === 'string' ? parseHtml(html).children : html;
  for (const draft of readBlocks(nodes, around)) {
    if (draft.type === 'gallery') blocks.push(...(await finishGallery(draft, reading)));
    else if (draft.type === 'image' || draft.type === 'video')
      blocks.push(await finishPicture(draft, reading));
    else blocks.push(draft.type === 'paragraph' ? (embedOf(draft.text) ?? draft) : draft);
  }
  const { fates, lostTexts } = accountFor(nodes, blocks, baseUrl);
  for (const fate of [...fates, ...lostTexts]) reading.summary.fate(fate);
  return blocks;
}

/** A link on a line of its own that shows where it leads, if that can be shown in a frame. */
function embedOf(text: string): Block | undefined {
  const [, href, shown] = /^<a href="([^"]+)">([^<>]+)<\/a>$/.exec(text) ?? [];
  if (href === undefined || href !== shown) return undefined;
  const provider = embedProvider(href.replaceAll('&amp;', '&'));
  return provider?.frame === undefined ? undefined : { type: 'embed', url: provider.url };
}

/** A gallery, unless one of its pictures can be shown by neither media nor URL. */
async function finishGallery(
  { images, caption }: Extract<Draft, { type: 'gallery' }>,
  reading: HtmlReading,
): Promise<readonly Block[]> {
  const blocks: Block[] = [];
  for (const image of images) blocks.push(await finishPicture(image, reading));
  const pictures = blocks.flatMap((block) => {
    if (block.type !== 'image') return [];
    const { type: _, link: __, ...picture } = block;
    return [picture];
  });
  if (pictures.length === blocks.length) return [{ type: 'gallery', images: pictures, caption }];
  return caption === undefined ? blocks : [...blocks, { type: 'paragraph', text: caption }];
}

async function finishPicture(draft: Picture, { baseUrl, media }: HtmlReading): Promise<Block> {
  const { type, source, isPage, alt, link, caption, width, height, element } = draft;
  const address = webAddress(source, baseUrl);
  const isFile = !isPage && !/^data:/i.test(source);
  const mediaId = isFile ? await media(address ?? source, alt, type) : undefined;
  if (mediaId === undefined && address === undefined) {
    const html = writeHtml(element, baseUrl);
    return { type: 'html', html: caption === undefined ? html : figure(html, caption) };
  }
  if (isPage && address !== undefined) return { type: 'embed', url: address, caption, width, height };
  const url = mediaId === undefined ? address : undefined;
  const common = { mediaId, url, caption, width, height };
  return type === 'image' ? { type, ...common, alt, link } : { type, ...common };
}

function figure(html: string, caption: string): string {
  return `<figure>${html}<figcaption>${caption}</figcaption></figure>`;
}
