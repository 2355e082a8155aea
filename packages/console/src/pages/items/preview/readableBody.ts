import { type BodyWords, renderBody } from '@newsstand/client/body';
import type { Media } from '@newsstand/contract';
import { largePicture } from '../../../parts/media/pictureUrl.ts';

type BodyOptions = {
  /** How many levels its headings move down. */
  readonly shift: number;
  readonly media: ReadonlyMap<string, Media>;
  /** Of the service: pictures and films from elsewhere are replaced with their URLs, because a preview sends no requests there. */
  readonly hosts: readonly string[];
  readonly words: Partial<BodyWords>;
  readonly elsewhere: (url: string) => string;
};

/** A body as a preview shows it, in a document of its own; undefined if it has another structure. */
export function readableBody(
  body: unknown,
  { shift, media, hosts, words, elsewhere }: BodyOptions,
): HTMLElement | undefined {
  const html = renderBody(body, {
    headings: { shift },
    words,
    itemUrl: ({ instanceId, contentId }) => `/${instanceId}/${contentId}`,
    picture: ({ mediaId = '' }) => {
      const src = largePicture(media.get(mediaId));
      return src === undefined ? undefined : { src };
    },
    video: ({ mediaId = '' }) => {
      const { accessUrl: src, thumbnailAccessUrl: poster } = media.get(mediaId) ?? {};
      return src === undefined ? undefined : { src, poster };
    },
  });
  if (html === undefined) return undefined;
  const page = new DOMParser().parseFromString(html, 'text/html');
  // Of media hosted elsewhere the service signs nothing.
  const own = [...media.values()].flatMap(({ signed, accessUrl }) =>
    signed !== undefined && accessUrl !== undefined ? [accessUrl] : [],
  );
  const known = new Set([...hosts, ...own.map((url) => new URL(url).host)]);
  for (const element of page.querySelectorAll('img, video, source, audio, iframe')) {
    const url = new URL(addressOf(element), location.href);
    if (url.protocol !== 'data:' && !known.has(url.host)) element.replaceWith(noteOf(element, elsewhere));
  }
  return page.body;
}

/** What is said in place of a picture or a film. */
export function noteOf(element: Element, say: (url: string) => string): HTMLElement {
  const note = element.ownerDocument.createElement('span');
  note.className = 'away';
  note.textContent = say(addressOf(element));
  return note;
}

function addressOf(element: Element): string {
  return element.getAttribute('src') ?? element.getAttribute('poster') ?? '';
}
