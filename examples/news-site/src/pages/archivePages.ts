import { countMonths, findYears, listMonth, monthNumber } from '../archive.ts';
import { attribute, type Html, html } from '../html.ts';
import { monthName } from '../parts/date.ts';
import { pageOf, pager } from '../parts/pager.ts';
import { storyCard } from '../parts/storyCard.ts';
import { type Page, sameIn, type Visit } from '../Visit.ts';

/** The months of a year with stories, and how many; the last year, if the address names none. */
export async function archivePage(visit: Visit): Promise<Page | undefined> {
  const { newsroom, edition, site, params } = visit;
  const { words, path } = edition;
  const years = await findYears(newsroom);
  const year = params['year'] === undefined ? years?.[1] : yearOf(params['year']);
  const isThere = years !== undefined && year !== undefined && years[0] <= year && year <= years[1];
  if (!isThere && params['year'] !== undefined) return undefined;
  const counts = isThere ? await countMonths(newsroom, year) : [];
  const main = html`<div class="heading"><h1>${words.archive}</h1></div>
${isThere && yearLinks(years, year, visit)}
${counts.every((count) => count === 0) && html`<p>${words.nothingHere}</p>`}
<ul class="months">${counts.map(
    (count, index) =>
      count > 0 &&
      html`<li><a href="${path}/archive/${year ?? ''}/${twoDigits(index + 1)}">${monthName(year ?? 0, index + 1, edition.language)}</a> <span>${words.stories(count)}</span></li>`,
  )}</ul>`;
  const title = params['year'] === undefined ? words.archive : `${words.archive}: ${year}`;
  return {
    title,
    main,
    description: words.aboutArchive(site.settings.name),
    translations: params['year'] === undefined ? sameIn(visit, '/archive') : new Map(),
  };
}

/** The stories of a month. */
export async function monthPage(visit: Visit): Promise<Page | undefined> {
  const { newsroom, edition, site, params, url, now } = visit;
  const { words, path } = edition;
  const [year, page] = [yearOf(params['year']), pageOf(url)];
  const month = /^(0[1-9]|1[0-2])$/.test(params['month'] ?? '') ? Number(params['month']) : undefined;
  if (year === undefined || month === undefined || page === undefined) return undefined;
  const found = await listMonth(newsroom, monthNumber(year, month), page);
  if (found.total === 0 || page > found.pages) return undefined;
  const name = monthName(year, month, edition.language);
  const main = html`<div class="heading"><h1><small><a href="${path}/archive/${year}">${words.archive}</a></small> ${name}</h1>
<p>${words.stories(found.total)}</p></div>
<div class="rows">${found.stories.map((story, index) => storyCard(story, now, { size: 'row', isFirst: index < 3 }))}</div>
${pager(found, url, words)}`;
  const title = `${words.archive}: ${name}`;
  return {
    title: page === 1 ? title : words.titleOfPage(title, page),
    main,
    description: words.aboutMonth(site.settings.name, name),
  };
}

function yearLinks([first, last]: readonly [number, number], year: number, { edition }: Visit): Html {
  const years = Array.from({ length: last - first + 1 }, (_, index) => last - index);
  return html`<nav aria-label="${edition.words.years}"><ul class="topics">${years.map(
    (each) =>
      html`<li><a href="${edition.path}/archive/${each}"${attribute('aria-current', each === year && 'page')}>${each}</a></li>`,
  )}</ul></nav>`;
}

function yearOf(text = ''): number | undefined {
  return /^[1-9]\d{3}$/.test(text) ? Number(text) : undefined;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
