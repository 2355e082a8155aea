import type { ListNewsQuery, NewsCategory, NewsTag } from '@newsstand/client';
import { metaImage } from '@newsstand/client/page';
import { plainName, sectionName } from '../Edition.ts';
import { type Html, html } from '../html.ts';
import { listCategories, listStories, listTags, type Newsroom, type StoryPage } from '../newsroom.ts';
import { liveStories } from '../parts/liveStories.ts';
import { pageOf, pager, pathOfPage } from '../parts/pager.ts';
import { storyCard } from '../parts/storyCard.ts';
import { categoryTopic, type Topic, tagTopic } from '../parts/topicLinks.ts';
import { type Page, sameIn, type Translations, type Visit } from '../Visit.ts';
import type { Language } from '../words.ts';

/** A section, newest first. */
export async function sectionPage(visit: Visit): Promise<Page | undefined> {
  const { section = '' } = visit.params;
  const { edition, site } = visit;
  if (!site.settings.sections.includes(section)) return undefined;
  const found = await listPage(visit, [section], {});
  const topic = { name: sectionName(edition, section), path: `${edition.path}/${section}` };
  return (
    found && {
      ...pageOfStories(topic, html`<h1>${topic.name}</h1>`, found, visit),
      translations: sameIn(visit, `/${section}`),
    }
  );
}

/** All news of a category. */
export async function categoryPage(visit: Visit): Promise<Page | undefined> {
  const { id = '' } = visit.params;
  const { edition, site } = visit;
  const isMeant = ({ categoryId, alias }: NewsCategory) => id === categoryId || id + edition.suffix === alias;
  const known = (await visit.categories()).find(isMeant);
  const asked = known?.categoryId ?? id + edition.suffix;
  const [found, translations] = await Promise.all([
    listPage(visit, site.settings.sections, { category: asked }),
    translationsOf(visit, known?.alias, listCategories),
  ]);
  // Of very many, those that were listed lack some; the stories have them all.
  const category = known ?? found?.stories.flatMap(({ news }) => news.category ?? []).find(isMeant);
  if (category === undefined || found === undefined) return undefined;
  const topic = categoryTopic(edition, category);
  const heading = topicHeading(edition.words.category, category.name);
  return { ...pageOfStories(topic, heading, found, visit), translations };
}

/** All news with a tag. */
export async function tagPage(visit: Visit): Promise<Page | undefined> {
  const { id = '' } = visit.params;
  const { edition, site } = visit;
  const isMeant = ({ tagId, alias }: NewsTag) => id === tagId || id + edition.suffix === alias;
  const known = (await listTags(visit.newsroom)).find(isMeant);
  const [found, translations] = await Promise.all([
    listPage(visit, site.settings.sections, { tags: known?.tagId ?? id + edition.suffix }),
    translationsOf(visit, known?.alias, listTags),
  ]);
  const tag = known ?? found?.stories.flatMap(({ news }) => news.tags ?? []).find(isMeant);
  if (tag === undefined || found === undefined) return undefined;
  const topic = tagTopic(edition, tag);
  return {
    ...pageOfStories(topic, topicHeading(edition.words.tag, tag.name), found, visit),
    translations,
  };
}

/** The same topic in other languages, where there is one: its alias differs only in the suffix. */
async function translationsOf(
  { newsroom, edition, url }: Visit,
  alias: string | undefined,
  list: (room: Newsroom) => Promise<readonly { readonly alias?: string }[]>,
): Promise<Translations> {
  const found = new Map<Language, string>();
  if (alias === undefined) return found;
  for (const other of newsroom.settings.editions.filter((each) => each !== edition)) {
    const topics = await list({ ...newsroom, edition: other });
    const name = plainName(edition, alias) + other.suffix;
    if (topics.some((topic) => topic.alias === name))
      found.set(other.language, other.path + url.pathname.slice(edition.path.length));
  }
  return found;
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
  return html`<h1><small>${kind}</small> ${name}</h1>`;
}

function pageOfStories({ name, path }: Topic, heading: Html, found: StoryPage, visit: Visit): Page {
  const { url, now } = visit;
  const { words } = visit.edition;
  const stories = html`${found.total === 0 && html`<p>${words.nothingHere}</p>`}
<div class="grid">${found.stories.map((story, index) => storyCard(story, now, { size: 'card', isFirst: index < 3 }))}</div>
${pager(found, url, words)}`;
  const main = html`<div class="heading">${heading}</div>
${found.page === 1 ? liveStories(path, visit, stories) : stories}`;
  const title = found.page === 1 ? name : words.titleOfPage(name, found.page);
  return {
    title,
    main,
    description: words.aboutTopic(visit.site.settings.name, title),
    image: metaImage(found.stories[0]?.news.values.thumbnail.media),
    // A topic has the address of its alias, and that of its ID.
    canonical: pathOfPage(new URL(path, url), found.page),
  };
}
