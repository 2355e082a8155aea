import type { News } from '@newsstand/client';
import { followUrls, shareUrl } from '@newsstand/client/page';
import { type Html, html } from '../html.ts';

/** Plain links: nobody is told that the page is read until one of them is used. */
export function shareLinks(news: News, url: string): Html {
  const link = (address: string, text: string) =>
    html`<li><a href="${address}" rel="noopener" target="_blank">${text}</a></li>`;
  return html`<ul class="share">
  ${link(shareUrl(news, { url }), 'Share on X')}
  ${followUrls(news).map((user) => link(user.url, `Follow ${user.name}`))}
</ul>`;
}
