import type { Category, Tag } from '@newsstand/client';
import { type Html, html } from '../html.ts';
import { listCategories, listSlides, listStories, listTags } from '../newsroom.ts';
import { carousel } from '../parts/carousel.ts';
import { storyCard } from '../parts/storyCard.ts';
import { categoryTopic, tagTopic, topicLinks } from '../parts/topicLinks.ts';
import type { Page, Visit } from '../Visit.ts';

const mostTags = 30;

/** Banners, the newest news of all sections, and the topics. */
export async function frontPage({ newsroom, site, now }: Visit): Promise<Page> {
  const { sections, name } = site.settings;
  const [slides, { stories }, categories, tags] = await Promise.all([
    listSlides(newsroom),
    listStories(newsroom, sections, { size: 12 }),
    listCategories(newsroom),
    listTags(newsroom),
  ]);
  const [lead, ...rest] = stories;
  const main = html`<h1 class="unseen">${name}</h1>
${carousel(slides)}
${
  lead === undefined
    ? html`<p>There is no news yet.</p>`
    : html`<section class="front" aria-label="Latest news">
  ${storyCard(lead, now, { size: 'lead', isFirst: true })}
  <div class="beside">${rest.slice(0, 4).map((story) => storyCard(story, now, { size: 'row' }))}</div>
</section>
<section class="grid" aria-label="More news">${rest.slice(4, 10).map((story) => storyCard(story, now, { size: 'card' }))}</section>`
}
${browse(categories, tags)}`;
  return { title: '', main };
}

function browse(categories: readonly Category[], tags: readonly Tag[]): Html | undefined {
  if (categories.length + tags.length === 0) return undefined;
  return html`<section class="browse" aria-labelledby="browse">
  <h2 id="browse">Browse</h2>
  ${categories.length > 0 && topicLinks(categories.map(categoryTopic))}
  ${tags.length > 0 && topicLinks(tags.slice(0, mostTags).map(tagTopic))}
</section>`;
}
