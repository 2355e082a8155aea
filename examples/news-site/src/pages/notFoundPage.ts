import type { ListNewsQuery } from '@newsstand/client';
import { html } from '../html.ts';
import { listStories, nameIn } from '../newsroom.ts';
import { mostCharacters, searchForm } from '../parts/searchForm.ts';
import { storyCard } from '../parts/storyCard.ts';
import type { Story } from '../Story.ts';
import type { Page, Visit } from '../Visit.ts';
import { nothingHere } from './messagePage.ts';

/** One row. */
const mostSuggestions = 3;

/** There is nothing at this address; but what was meant may be close. */
export async function notFoundPage(visit: Visit): Promise<Page> {
  const { edition, now } = visit;
  const words = nameIn(visit.url.pathname).match(/[\p{L}\p{M}]{3,100}/gu) ?? [];
  const meant = await storiesWith(words, visit);
  const stories = meant.length > 0 ? meant : await list(visit, {});
  const heading = meant.length > 0 ? edition.words.suggestions : edition.words.latest;
  return nothingHere(
    edition,
    html`${searchForm(edition, [...words.join(' ')].slice(0, mostCharacters).join(''))}
${
  stories.length > 0 &&
  html`<section class="more" aria-labelledby="more"><h2 id="more">${heading}</h2>
<div class="grid">${stories.map((story) => storyCard(story, now, { size: 'card', level: 3 }))}</div></section>`
}`,
  );
}

/** Stories with one of the two longest words, of which one may be mistyped. */
async function storiesWith(words: readonly string[], visit: Visit): Promise<readonly Story[]> {
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, 2);
  const found = await Promise.all(longest.map((search) => list(visit, { search })));
  const stories = new Map(found.flat().map((story) => [story.path, story]));
  return [...stories.values()].slice(0, mostSuggestions);
}

async function list({ newsroom, site }: Visit, query: ListNewsQuery): Promise<readonly Story[]> {
  const asked = { ...query, size: 2 * mostSuggestions };
  const { stories } = await listStories(newsroom, site.settings.sections, asked);
  return stories.slice(0, mostSuggestions);
}
