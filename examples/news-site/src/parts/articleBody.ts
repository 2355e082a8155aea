import { blocksOf, type Media } from '@newsstand/client';
import { type BodyWords, renderBody, sanitizeHtml } from '@newsstand/client/body';
import { type Html, html, safe } from '../html.ts';
import { type Newsroom, placeOf } from '../newsroom.ts';

/** Keeps the anchors of a text apart from those of the page. */
export const idPrefix = 'text-';

/** What the renderer says in Japanese. */
const japanese: Partial<BodyWords> = {
  ...{ info: 'メモ', tip: 'ヒント', warning: '注意', danger: '警告' },
  ...{ pictureMissing: 'この画像は表示できません。', videoMissing: 'この動画は表示できません。' },
  ...{ table: '表', notes: '脚注', backToText: '本文に戻る', related: '関連記事' },
  embedHint: (provider) => `${provider} のコンテンツです。表示すると ${provider} に接続します。`,
  embedShow: (provider) => `${provider} を表示`,
  embedAlways: (provider) => `今後は ${provider} を常に表示する`,
  embedAsk: (provider) => `${provider} を表示する前に確認する`,
};

/** The text of a story with its media; undefined if its shape is unknown. */
export function articleBody(
  body: Record<string, unknown>,
  media: ReadonlyMap<string, Media>,
  { edition, settings }: Pick<Newsroom, 'edition' | 'settings'>,
): Html | undefined {
  const text = renderBody(body, {
    media,
    sizes: '(min-width: 48rem) 44rem, 94vw',
    headings: { idPrefix, shift: hasTopHeading(body) ? 1 : 0 },
    ...(edition.language === 'ja' && { words: japanese }),
    itemUrl({ instanceId, contentId }) {
      // A banner has no page.
      const place = placeOf(settings, instanceId);
      return place && `${place.edition.path}/${place.section}/${encodeURIComponent(contentId)}`;
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

/** The title of the page is its only heading of the first level. */
function hasTopHeading(body: Record<string, unknown>): boolean {
  return (blocksOf(body) ?? []).some((block) => block.type === 'heading' && block.level === 1);
}
