import { renderBody } from '@newsstand/client/body';
import type { Media } from '@newsstand/contract';
import { largePicture } from '../pictureUrl.ts';

/** The text as safe HTML, with its media where they are; undefined where it has a shape of its own. */
export function readableBody(body: unknown, media: ReadonlyMap<string, Media>): string | undefined {
  return renderBody(body, {
    headings: { shift: 1 },
    picture: ({ mediaId = '' }) => {
      const src = largePicture(media.get(mediaId));
      return src === undefined ? undefined : { src };
    },
    video: ({ mediaId = '' }) => {
      const { accessUrl: src, thumbnailAccessUrl: poster } = media.get(mediaId) ?? {};
      return src === undefined ? undefined : { src, poster };
    },
  });
}

/** The same without pictures of other hosts: the console asks nothing of them. Their hosts are named instead. */
export function withoutStrangers(
  html: string,
  hosts: ReadonlySet<string>,
  say: (host: string) => string,
): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const element of page.querySelectorAll('img, video, source, audio, iframe')) {
    const url = new URL(element.getAttribute('src') ?? element.getAttribute('poster') ?? '', location.href);
    if (url.protocol === 'data:' || hosts.has(url.host)) continue;
    const note = page.createElement('span');
    note.className = 'away';
    note.textContent = say(url.host);
    element.replaceWith(note);
  }
  return page.body.innerHTML;
}
