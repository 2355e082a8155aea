import { mediaOf } from '@newsstand/client';
import { hasPreviewEnded, isPreviewIncomplete, openPreview } from '@newsstand/client/preview';
import type { Edition } from '../Edition.ts';
import { html } from '../html.ts';
import { placeOf, tellStory } from '../newsroom.ts';
import { articleOf } from '../pages/articlePage.ts';
import { failurePage, messagePage } from '../pages/messagePage.ts';
import type { Page, Visit } from '../Visit.ts';

/** Whoever has the address sees a draft: it must not be kept, found, or told to other sites. */
const privately = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** The page that a preview link leads to: one item, in any state, as an article. Its address holds the token. */
export async function previewLinkPage(visit: Visit): Promise<Page> {
  try {
    const page = await sharedPage(visit);
    return { ...page, headers: privately };
  } catch (error) {
    const page = isPreviewIncomplete(error)
      ? incompletePage(visit.edition)
      : hasPreviewEnded(error)
        ? endedPage(visit.edition)
        : failurePage(error, visit.edition);
    if (page === undefined) throw error;
    return { ...page, headers: { ...page.headers, ...privately } };
  }
}

async function sharedPage(visit: Visit): Promise<Page> {
  const { site, params, url, now, edition } = visit;
  const { instance = '', id = '' } = params;
  const { settings, client } = site;
  const place = placeOf(settings, instance);
  if (place === undefined) return endedPage(edition);
  const { url: service, projectId, spaceId } = settings.content;
  const token = url.searchParams.get('token') ?? '';
  const preview = openPreview({ url: service, projectId, spaceId, token, timeout: 5000, retries: 0 });
  const news = await preview.news(instance, id);
  // The link cannot list media, so those in the text are read with the key of the site.
  const media = await mediaOf(client, news.values.body);
  const main = articleOf(tellStory(place.edition, place.section, news), media, settings, now);
  const bar = html`<aside class="preview" aria-label="Preview"><p>Preview</p><p>Only people with this link see this page.</p></aside>`;
  const head = html`<title>Preview: ${news.values.title} · ${settings.name}</title><meta name="robots" content="noindex">`;
  return { title: news.values.title, main, bar, head };
}

function incompletePage(edition: Edition): Page {
  return messagePage(
    edition,
    404,
    'This draft is not complete yet',
    'It still lacks its text or its picture, so it can’t be shown here. Ask whoever sent you the link.',
  );
}

function endedPage(edition: Edition): Page {
  return messagePage(
    edition,
    410,
    'This preview has ended',
    'The link has expired, or was withdrawn. Ask whoever sent it to you for a new one.',
  );
}
