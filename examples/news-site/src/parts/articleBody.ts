import { blocksOf, type ImageBlock, type Media, type News, type VideoBlock } from '@newsstand/client';
import { type BodyWords, renderBody, sanitizeHtml } from '@newsstand/client/body';
import { type Html, html, safe } from '../html.ts';
import { type Picture, pictureOf, ratios } from '../pictures.ts';
import type { Settings } from '../readSettings.ts';
import { languageOf } from '../Story.ts';

const sizes = '(min-width: 48rem) 44rem, 94vw';

/** Keeps the anchors of a text apart from those of the page. */
export const idPrefix = 'text-';

/** What the renderer says in Japanese stories. */
const japanese: Partial<BodyWords> = {
  ...{ info: 'メモ', tip: 'ヒント', warning: '注意', danger: '警告' },
  ...{ pictureMissing: 'この画像は表示できません。', videoMissing: 'この動画は表示できません。' },
  ...{ table: '表', notes: '脚注', backToText: '本文に戻る', related: '関連記事' },
  embedHint: (provider) => `${provider} のコンテンツです。表示すると ${provider} に接続します。`,
  embedShow: (provider) => `${provider} を表示`,
  embedAlways: (provider) => `今後は ${provider} を常に表示する`,
  embedAsk: (provider) => `${provider} を表示する前に確認する`,
};

/** The text of a story, whatever its blocks hold; undefined if its shape is unknown. */
export async function articleBody(
  { values: { title, body } }: News,
  media: ReadonlyMap<string, Media>,
  { mediaKey, sections }: Settings,
): Promise<Html | undefined> {
  const pictures = await picturesOf(body, media, mediaKey);
  const text = renderBody(body, {
    headings: { idPrefix, shift: hasTopHeading(body) ? 1 : 0 },
    ...(languageOf(title) === 'ja' && { words: japanese }),
    // A banner has no page.
    itemUrl: ({ instanceId, contentId }) =>
      sections.includes(instanceId) ? `/${instanceId}/${encodeURIComponent(contentId)}` : undefined,
    picture: (block) => {
      const picture = pictures.get(nameOf(block));
      return picture && { src: picture.src, srcset: picture.srcset, sizes };
    },
    video: (block) => {
      const src = media.get(block.mediaId ?? '')?.accessUrl;
      return src === undefined ? undefined : { src, poster: pictures.get(nameOf(block))?.src };
    },
  });
  return text === undefined ? otherBody(body) : safe(text);
}

/** The usual names of the text in a body of another shape. */
function otherBody({ html: markup, text }: Record<string, unknown>): Html | undefined {
  if (typeof markup === 'string') return safe(sanitizeHtml(markup));
  if (typeof text !== 'string') return undefined;
  return html`${text.split(/\n\s*\n/).map((part) => html`<p>${part}</p>`)}`;
}

/** The same picture may be shown in several shapes. */
function nameOf({ mediaId, width, height }: ImageBlock | VideoBlock): string {
  return `${mediaId} ${width}x${height}`;
}

/** Addresses are signed before the text is rendered: signing takes a moment, and rendering does not wait. */
async function picturesOf(
  body: Record<string, unknown>,
  media: ReadonlyMap<string, Media>,
  key: string | undefined,
): Promise<ReadonlyMap<string, Picture | undefined>> {
  const shown = (blocksOf(body) ?? []).flatMap((block): (ImageBlock | VideoBlock)[] => {
    if (block.type === 'gallery') return block.images.map((image) => ({ type: 'image', ...image }) as const);
    return block.type === 'image' || block.type === 'video' ? [block] : [];
  });
  return new Map(
    await Promise.all(
      shown.map(async (block) => {
        const { type, mediaId = '', width, height } = block;
        // A video has the shape of its frame; a picture of unknown shape is shown uncropped.
        const usual = type === 'video' ? ratios.story : undefined;
        const ratio = width !== undefined && height !== undefined ? width / height : usual;
        return [nameOf(block), await pictureOf(media.get(mediaId), ratio, key)] as const;
      }),
    ),
  );
}

/** The title of the page is its only heading of the first level. */
function hasTopHeading(body: Record<string, unknown>): boolean {
  return (blocksOf(body) ?? []).some((block) => block.type === 'heading' && block.level === 1);
}
