import { countMonths, listMonth, listYears, monthNumber } from '../archive.ts';
import { attribute, type Html, html } from '../html.ts';
import { monthName } from '../parts/date.ts';
import { pageOf, pager } from '../parts/pager.ts';
import { storyCard } from '../parts/storyCard.ts';
import { type Page, sameIn, type Visit } from '../Visit.ts';

/** The months of a year with stories, and how many; of the last year, if the address names none. */
export async function archivePage(visit: Visit): Promise<Page | undefined> {
  const { newsroom, edition, site, params } = visit;
  const { words, path } = edition;
  const years = await listYears(newsroom);
  const isOverview = params['year'] === undefined;
  const year = isOverview ? years.at(-1) : yearOf(params['year']);
  if (!isOverview && !years.some((each) => each === year)) return undefined;
  const counts = year === undefined ? [] : await countMonths(newsroom, year);
  const months = counts.flatMap((count, index) => (count === 0 ? [] : [{ month: index + 1, count }]));
  const main = html`<div class="heading"><h1>${words.archive}</h1></div>
${yearLinks(years, year, visit)}
${months.length === 0 && html`<p>${words.nothingHere}</p>`}
<ul class="months">${months.map(
    ({ month, count }) =>
      html`<li><a href="${path}/archive/${year}/${twoDigits(month)}">${monthName(year ?? 0, month, edition.language)}</a> <span>${words.stories(count)}</span></li>`,
  )}</ul>`;
  return {
    title: isOverview ? words.archive : `${words.archive}: ${year}`,
    main,
    description: words.aboutArchive(site.settings.name),
    ...(isOverview && { translations: sameIn(visit, '/archive') }),
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

function yearLinks(years: readonly number[], year: number | undefined, { edition }: Visit): Html {
  return html`<nav aria-label="${edition.words.years}"><ul class="topics">${years
    .toReversed()
    .map(
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
