import type { ListNewsQuery, NewsCategory, NewsTag } from '@newsstand/client';
import { attribute, type Html, html } from '../html.ts';
import { listCategories, listStories, listTags, type StoryPage } from '../newsroom.ts';
import { liveStories } from '../parts/liveStories.ts';
import { pageOf, pager } from '../parts/pager.ts';
import { storyCard } from '../parts/storyCard.ts';
import { categoryTopic, type Topic, tagTopic } from '../parts/topicLinks.ts';
import { languageOf } from '../Story.ts';
import type { Page, Visit } from '../Visit.ts';

/** A section, newest first. */
export async function sectionPage(visit: Visit): Promise<Page | undefined> {
  const { section = '' } = visit.params;
  if (!visit.site.settings.sections.includes(section)) return undefined;
  const found = await listPage(visit, [section], {});
  const heading = html`<h1 class="name">${section}</h1>`;
  return found && pageOfStories({ name: section, path: `/${section}` }, heading, found, visit);
}

/** All news of a category. */
export async function categoryPage(visit: Visit): Promise<Page | undefined> {
  const { id = '' } = visit.params;
  const isMeant = (category: NewsCategory) => id === category.categoryId || id === category.alias;
  const known = (await listCategories(visit.newsroom)).find(isMeant);
  const found = await listPage(visit, visit.site.settings.sections, { category: known?.categoryId ?? id });
  // Of very many, those that were listed lack some; the stories have them all.
  const category = known ?? found?.stories.flatMap(({ news }) => news.category ?? []).find(isMeant);
  if (category === undefined || found === undefined) return undefined;
  return pageOfStories(categoryTopic(category), topicHeading('Category', category.name), found, visit);
}

/** All news with a tag. */
export async function tagPage(visit: Visit): Promise<Page | undefined> {
  const { id = '' } = visit.params;
  const isMeant = (tag: NewsTag) => id === tag.tagId || id === tag.alias;
  const known = (await listTags(visit.newsroom)).find(isMeant);
  const found = await listPage(visit, visit.site.settings.sections, { tags: known?.tagId ?? id });
  const tag = known ?? found?.stories.flatMap(({ news }) => news.tags ?? []).find(isMeant);
  if (tag === undefined || found === undefined) return undefined;
  return pageOfStories(tagTopic(tag), topicHeading('Tag', tag.name), found, visit);
}

/** Past the last page there is nothing; the first is there even when it is empty. */
async function listPage(
  visit: Visit,
  sections: readonly string[],
  query: ListNewsQuery,
): Promise<StoryPage | undefined> {
  const page = pageOf(visit.url);
  if (page === undefined) return undefined;
  const found = await listStories(visit.newsroom, sections, { ...query, page });
  return page <= found.pages ? found : undefined;
}

function topicHeading(kind: string, name: string): Html {
  return html`<h1><small>${kind}</small> <span${attribute('lang', languageOf(name))}>${name}</span></h1>`;
}

function pageOfStories({ name, path }: Topic, heading: Html, found: StoryPage, visit: Visit): Page {
  const { url, now } = visit;
  const stories = html`${found.total === 0 && html`<p>There is nothing here at the moment.</p>`}
<div class="grid">${found.stories.map((story, index) => storyCard(story, now, { size: 'card', isFirst: index < 3 }))}</div>
${pager(found, url)}`;
  const main = html`<div class="heading">${heading}</div>
${found.page === 1 ? liveStories(path, visit, stories) : stories}`;
  return { title: found.page === 1 ? name : `${name}, page ${found.page}`, main };
}
