import { slugOf } from '../shared/text/urls.ts';

/** The pattern of the address of a file. */
export type Permalink = {
  readonly pattern: string;
  /** In Hugo, the folders that are sections; undefined in Jekyll. */
  readonly sections?: readonly string[] | undefined;
};

/** Jekyll's names of patterns. */
const styles: ReadonlyMap<string, string> = new Map([
  ['date', '/:categories/:year/:month/:day/:title.html'],
  ['pretty', '/:categories/:year/:month/:day/:title/'],
  ['ordinal', '/:categories/:year/:y_day/:title.html'],
  ['weekdate', '/:categories/:year/W:week/:short_day/:title.html'],
  ['none', '/:categories/:title.html'],
]);

/** What the parts of a pattern are made of. */
export type Permalinked = {
  readonly name: string;
  /** The name with its date, if it has one. */
  readonly fileName: string;
  readonly title: string | undefined;
  readonly slug: string;
  /** The slug, if the article has one of its own. */
  readonly ownSlug: string | undefined;
  readonly categories: readonly string[];
  readonly publishedAt: number | undefined;
  readonly timeZone: string;
};

/** The address of an article by a pattern; none if it needs something that is not known. */
export function permalinkOf({ pattern, sections }: Permalink, article: Permalinked): readonly string[] {
  const whole = styles.get(pattern) ?? pattern;
  const parts = { ...dateParts(article), ...nameParts(article, sections) };
  let isComplete = true;
  const path = whole.replaceAll(/:(\w+?)(?:(?=:|\b)|(?=_:))(\[[\w:]*\])?/g, (_, word: string, range = '') => {
    const value = /^sections$/.test(word) && sections ? slice(sections, range).join('/') : parts[word];
    if (value === undefined) isComplete = false;
    return value ?? '';
  });
  return isComplete ? [`/${path}`.replaceAll(/\/{2,}/g, '/')] : [];
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const days = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

type Parts = Readonly<Record<string, string | undefined>>;

function dateParts({ publishedAt, timeZone }: Permalinked): Parts {
  if (publishedAt === undefined) return {};
  const at = Temporal.Instant.fromEpochMilliseconds(publishedAt).toZonedDateTimeISO(timeZone);
  const two = (part: number | undefined) => part?.toString().padStart(2, '0');
  const [month, day] = [months[at.month - 1], days[at.dayOfWeek - 1]];
  return {
    ...{ year: at.year.toString(), short_year: two(at.year % 100), w_year: at.yearOfWeek?.toString() },
    ...{ month: two(at.month), i_month: at.month.toString() },
    ...{ short_month: month?.slice(0, 3), long_month: month, monthname: month },
    ...{ day: two(at.day), i_day: at.day.toString(), week: two(at.weekOfYear) },
    ...{ short_day: day?.slice(0, 3), long_day: day, weekdayname: day },
    // Jekyll counts from Monday, which is 1; Hugo from Sunday, which is 0.
    ...{ w_day: at.dayOfWeek.toString(), weekday: (at.dayOfWeek % 7).toString() },
    ...{ y_day: at.dayOfYear.toString().padStart(3, '0'), yearday: at.dayOfYear.toString() },
    ...{ hour: two(at.hour), minute: two(at.minute), second: two(at.second) },
  };
}

function nameParts(article: Permalinked, sections: readonly string[] | undefined): Parts {
  const { name, title, slug, ownSlug } = article;
  const categories = article.categories.map(slugOf).join('/');
  if (sections === undefined)
    return { name, title: slug, slug, categories, slugified_categories: categories, output_ext: '.html' };
  const file = article.fileName.toLowerCase().replaceAll(/\s+/g, '-');
  const titled = title === undefined ? file : hugoName(title);
  return {
    ...{ filename: file, contentbasename: file },
    ...{ title: titled, slug: ownSlug ?? titled, section: sections[0] },
    ...{ slugorfilename: ownSlug ?? file, slugorcontentbasename: ownSlug ?? file },
  };
}

/** As Hugo writes a title in an address. */
function hugoName(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s.\\/_#+~@-]/gu, '')
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** A part of a list, as Hugo writes it: `[1:]`, `[:last]`, `[last]`. */
function slice(names: readonly string[], range: string): readonly string[] {
  const [, from, colon, to] = /^\[(\w*)(:?)(\w*)\]$/.exec(range) ?? [];
  if (from === undefined) return names;
  const at = (text: string | undefined, otherwise: number) =>
    text === 'last' ? names.length - 1 : text ? Number.parseInt(text, 10) || 0 : otherwise;
  const start = at(from, 0);
  return names.slice(start, colon === '' ? start + 1 : at(to, names.length));
}
