import type { Banner, Media, News } from '@newsstand/client';
import { showEmbeds } from '@newsstand/client/embeds';
import { type OutlineEntry, outline, publishedAt } from '@newsstand/client/page';
import { noteOf, readableBody } from '../pages/items/preview/readableBody.ts';
import { foreignHost, largePicture } from '../parts/media/pictureUrl.ts';
import type { previewPage } from '../words/en/previewPage.ts';
import { element } from './element.ts';

/** The texts of the page in the language of the reader, and how it writes dates. */
export type Reader = { readonly texts: typeof previewPage; readonly date: (at: number) => string };

/** A news item as an article. A draft may lack its text and its picture. */
export function showNews(
  { values, category, tags = [], ...times }: News,
  media: ReadonlyMap<string, Media>,
  { texts, date }: Reader,
): HTMLElement {
  const { title, sponsors = [] } = values;
  const { body, thumbnail }: Partial<News['values']> = values;
  const names = sponsors
    .map(({ name }) => name)
    .filter((name) => name !== '')
    .join(', ');
  const article = element(
    'article',
    {},
    element(
      'header',
      {},
      element(
        'p',
        { className: 'facts' },
        element('span', { textContent: date(publishedAt({ ...times, values })) }),
        category && element('strong', { textContent: category.name }),
        ...tags.map(({ name }) => element('span', { textContent: `#${name}` })),
        names === '' ? undefined : element('span', { textContent: texts.article.sponsored(names) }),
      ),
      element('h1', { textContent: title || texts.article.untitled }),
      element('div', { className: 'cover' }, pictureOf(thumbnail?.media, '', texts)),
    ),
    values.isOutline ? contentsOf(outline(body), texts) : undefined,
  );
  article.append(...bodyOf(body, media, texts));
  showEmbeds({ root: article });
  article.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLImageElement) target.replaceWith(noteOf(target, texts.article.elsewhere));
      if (target instanceof HTMLVideoElement) target.replaceWith(noteOf(target, texts.film));
    },
    true,
  );
  return article;
}

/** A banner: its picture, and where it leads. */
export function showBanner({ values, name }: Banner, { texts }: Reader): HTMLElement {
  const { title = name, url, image } = values;
  const target = url === undefined ? '' : url;
  return element(
    'article',
    {},
    element('div', { className: 'banner' }, pictureOf(image?.media, title, texts)),
    element('h1', { textContent: title || texts.article.untitled }),
    target === ''
      ? undefined
      : element('p', { className: 'facts' }, element('span', { textContent: texts.leadsTo }), linkTo(target)),
  );
}

/** Only addresses of the web become links: whatever else is stored stays a text. */
function linkTo(url: string): HTMLElement {
  return /^https?:/i.test(url) && URL.canParse(url)
    ? element('a', { href: url, textContent: url })
    : element('code', { textContent: url });
}

/** The picture of an item; an animated package runs in a frame that can't reach this page. */
function pictureOf(media: Media | undefined, alt: string, texts: Reader['texts']): HTMLElement {
  const src = largePicture(media);
  if (media === undefined) return element('p', { className: 'note missing', textContent: texts.noPicture });
  if (foreignHost(media) !== undefined)
    return element('span', {
      className: 'away',
      textContent: texts.article.elsewhere(media.accessUrl ?? src ?? ''),
    });
  if (media.assets !== undefined && media.accessUrl !== undefined) {
    const frame = element('iframe', { title: alt || media.name, src: media.accessUrl });
    frame.setAttribute('sandbox', 'allow-scripts');
    return frame;
  }
  return element('img', { src: src ?? '', alt: alt || (media.alt ?? '') });
}

function contentsOf(entries: readonly OutlineEntry[], texts: Reader['texts']): HTMLElement | undefined {
  if (entries.length === 0) return undefined;
  return element('nav', { ariaLabel: texts.article.contents }, listOf(entries));
}

function listOf(entries: readonly OutlineEntry[]): HTMLElement {
  const items = entries.map(({ id, text, children }) =>
    element(
      'li',
      {},
      element('a', { href: `#${encodeURIComponent(id)}`, textContent: text }),
      children.length === 0 ? undefined : listOf(children),
    ),
  );
  return element('ol', {}, ...items);
}

function bodyOf(body: unknown, media: ReadonlyMap<string, Media>, texts: Reader['texts']): readonly Node[] {
  const { elsewhere, empty, otherBody } = texts.article;
  const note = (text: string, className = 'note') => [element('p', { className, textContent: text })];
  if (body === undefined) return note(empty, 'note missing');
  const hosts = [location.host];
  const readable = readableBody(body, { shift: 0, media, hosts, words: texts.blocks, elsewhere });
  if (readable === undefined) return note(otherBody);
  return readable.hasChildNodes() ? [...readable.childNodes] : note(empty);
}
