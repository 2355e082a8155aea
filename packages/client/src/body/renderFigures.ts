import { embedProvider } from '@newsstand/html';
import { webAddress, webSources } from '@newsstand/html/sanitize';
import type { Element, Properties } from 'hast';
import type { EmbedBlock, GalleryBlock, ImageBlock, VideoBlock } from '../contract/blocks.ts';
import { element, filled, inline, text } from './elements.ts';
import type { BodyWords } from './words.ts';

/** A picture as a page shows it. */
export interface Picture {
  src: string;
  srcset?: string | undefined;
  sizes?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** A video as a page shows it. */
export interface Film {
  /** A file, or an HLS playlist. */
  src: string;
  poster?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

/** How figures are rendered. */
export interface FigureSettings {
  readonly picture: (block: ImageBlock) => Picture | undefined;
  readonly video: (block: VideoBlock) => Film | undefined;
  readonly onMissing: (block: ImageBlock | VideoBlock) => void;
  readonly words: BodyWords;
}

/** A picture in a figure; nothing if the block names none. */
export function renderImage(block: ImageBlock, settings: FigureSettings): readonly Element[] {
  const picture = settings.picture(block) || (block.url === undefined ? undefined : { src: block.url });
  if (picture === undefined)
    return renderMissing(block, block.alt || settings.words.pictureMissing, settings);
  const { src, srcset, sizes, width = block.width, height = block.height }: Picture = picture;
  const image = element('img', {
    src: webAddress(src),
    srcSet: webSources(srcset),
    sizes,
    ...{ alt: block.alt ?? '', width, height },
  });
  const shown = block.link === undefined ? image : element('a', { href: webAddress(block.link) }, [image]);
  return [figure({}, [shown], block.caption)];
}

/** A figure of figures; nothing if there are no pictures. */
export function renderGallery(
  { images, caption }: GalleryBlock,
  settings: FigureSettings,
): readonly Element[] {
  const figures = images.flatMap((image) => renderImage({ type: 'image', ...image }, settings));
  return figures.length === 0 ? [] : [figure({ className: ['block-gallery'] }, figures, caption)];
}

const playable = /\.(m3u8|mp4|m4v|mov|webm|ogv)$/i;

/** A video in a figure, a card for one of a video service, or else a link to its page. */
export function renderVideo(block: VideoBlock, settings: FigureSettings): readonly Element[] {
  const { words } = settings;
  const { url, mediaId, caption } = block;
  const isFile = url !== undefined && playable.test(url.split(/[?#]/)[0] ?? '');
  const film = settings.video(block) || (isFile ? { src: url } : undefined);
  if (film !== undefined) {
    // The size that a block gives is the one that the text shows it in.
    const { width, height } = block.width === undefined && block.height === undefined ? film : block;
    const { src, poster }: Film = film;
    return [figure({}, [element('video', { src, poster, dataMediaId: mediaId, width, height })], caption)];
  }
  if (url === undefined) return renderMissing(block, words.videoMissing, settings);
  if (embedProvider(url)?.frame !== undefined) return renderEmbed({ ...block, type: 'embed', url }, words);
  return [figure({}, [element('a', { href: url }, [text(url)])], caption)];
}

/** What stands for media that are not there: readers see what is missing, and the site hears of it. */
function renderMissing(
  block: ImageBlock | VideoBlock,
  said: string,
  { onMissing }: FigureSettings,
): readonly Element[] {
  if (block.mediaId === undefined) return [];
  onMissing(block);
  return [figure({ className: ['block-missing'] }, [element('p', {}, [text(said)])], block.caption)];
}

/**
 * A card that says what is shown where, and links to it. It loads nothing of the other site: a script on the page puts a frame in
 * its place, once the reader agrees (`@newsstand/client/embeds`).
 */
export function renderEmbed(block: EmbedBlock, words: BodyWords): readonly Element[] {
  const { url, title, caption } = block;
  const provider = embedProvider(webAddress(url));
  if (provider === undefined) return [];
  const { id, name, frame } = provider;
  const { width = provider.width, height = provider.height } = block;
  const properties: Properties = frame
    ? {
        ...{ dataFrame: frame, dataProvider: id, dataSize: `${width}x${height}` },
        ...{ dataHint: words.embedHint(name), dataShow: words.embedShow(name) },
        ...{ dataAlways: words.embedAlways(name), dataAsk: words.embedAsk(name) },
      }
    : {};
  const card = element('div', {}, [
    element('p', {}, [element('a', { href: webAddress(url) }, [text(title?.trim() || url)])]),
    element('p', {}, [text(name)]),
  ]);
  return [figure({ className: ['block-embed'], ...properties }, [card], caption)];
}

function figure(properties: Properties, children: readonly Element[], caption: string | undefined): Element {
  return element('figure', properties, [...children, ...filled('figcaption', inline(caption))]);
}
