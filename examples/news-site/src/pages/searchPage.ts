import { type Html, html } from '../html.ts';
import { listStories, type StoryPage } from '../newsroom.ts';
import { pageOf, pager } from '../parts/pager.ts';
import { mostCharacters, searchForm } from '../parts/searchForm.ts';
import { storyCard } from '../parts/storyCard.ts';
import { type Page, sameIn, type Text, type Visit } from '../Visit.ts';

/** A search that works without scripts; a script requests `searchResults` as you type. */
export async function searchPage(visit: Visit): Promise<Page | undefined> {
  const results = await resultsOf(visit);
  if (results === undefined) return undefined;
  const { words } = visit.edition;
  const text = wordsOf(visit.url);
  const main = html`<div class="heading"><h1>${words.search}</h1></div>
${searchForm(visit.edition, text)}
<p id="count" role="status">${results.count}</p>
<div id="results">${results.list}</div>`;
  return {
    title: words.search,
    main,
    description: words.aboutSearch(visit.site.settings.name),
    // Anybody can make an address of a search: search engines would find what was never published here.
    isHidden: text !== '',
    translations: sameIn(visit, '/search'),
  };
}

/** Only the results, to be inserted into the page. */
export async function searchResults(visit: Visit): Promise<Text | undefined> {
  const results = await resultsOf(visit);
  return (
    results && { type: 'text/html; charset=utf-8', text: html`<p>${results.count}</p>${results.list}`.html }
  );
}

type Results = { readonly count: string; readonly list: Html };

async function resultsOf(visit: Visit): Promise<Results | undefined> {
  const page = pageOf(visit.url);
  const search = wordsOf(visit.url);
  const { words } = visit.edition;
  if (page === undefined) return undefined;
  if (search === '') return { count: words.searchHint, list: html`` };
  if ([...search].length > mostCharacters)
    return { count: words.searchTooLong(mostCharacters), list: html`` };
  const found = await listStories(visit.newsroom, visit.site.settings.sections, { search, page });
  if (page > found.pages) return undefined;
  return {
    count: found.total === 0 ? words.foundNothing : words.found(found.total),
    list: listOf(found, visit),
  };
}

function listOf(found: StoryPage, { url, now, edition }: Visit): Html {
  // The pager links to the search page, even if only the results were requested.
  const address = new URL(`${edition.path}/search${url.search}`, url);
  return html`<div class="rows">${found.stories.map((story) => storyCard(story, now, { size: 'row' }))}</div>
${pager(found, address, edition.words)}`;
}

function wordsOf(url: URL): string {
  return url.searchParams.get('q')?.trim() ?? '';
}
