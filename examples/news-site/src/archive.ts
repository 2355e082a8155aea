import { NewsstandError } from '@newsstand/client';
import { publishedAt } from '@newsstand/client/page';
import { listByAge, type Newsroom, type Place, type StoryPage } from './newsroom.ts';
import type { Story } from './Story.ts';

/** All stories of one section as they are at one moment, oldest first. A story is found by its place, from 0 on. */
export type Timeline = {
  readonly total: number;
  /** The stories from one place up to another. */
  read(from: number, to: number): Promise<readonly Story[]>;
};

/** The service gives no more in one response. */
const largestPage = 99;

/** How often reading begins anew, if stories come or go meanwhile. */
const mostAttempts = 5;

/**
 * Reads stories by their places. Places shift when a story comes or goes; the work is done again then, so that all that it
 * has read belongs together.
 */
export async function readTimeline<T>(
  room: Newsroom,
  place: Place,
  work: (timeline: Timeline) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const { total } = await listByAge(room, place, 1, 1);
    let hasChanged = false;
    const readPage = async (page: number, size: number) => {
      const answer = await listByAge(room, place, page, size);
      hasChanged ||= answer.total !== total;
      return answer.stories;
    };
    const read = async (from: number, to: number) => {
      if (from >= to) return [];
      const size = Math.min(to - from, largestPage);
      const first = Math.floor(from / size);
      const count = Math.ceil(to / size) - first;
      const pages = Array.from({ length: count }, (_, index) => readPage(first + index + 1, size));
      return (await Promise.all(pages)).flat().slice(from - first * size, to - first * size);
    };
    const result = await work({ total, read });
    if (!hasChanged) return result;
  }
  throw new NewsstandError('stories come and go all the time', {
    code: 'list_changing',
    operation: 'listNews',
  });
}

/** The month of a moment where the readers are: a number, so that months can be compared and counted on. */
export function monthAt(at: number, timeZone: string): number {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  return monthNumber(year, month);
}

/** A month of a year, January being 1, as a number. */
export function monthNumber(year: number, month: number): number {
  return year * 12 + month - 1;
}

/** How many stories came out in each month of a year. */
export async function countMonths(room: Newsroom, year: number): Promise<readonly number[]> {
  const months = Array.from({ length: 13 }, (_, index) => monthNumber(year, index + 1));
  const starts = await Promise.all(
    placesIn(room).map((place) => readTimeline(room, place, (timeline) => placesOf(months, timeline, room))),
  );
  return months
    .slice(1)
    .map((_, index) =>
      starts
        .map((places) => (places[index + 1] ?? 0) - (places[index] ?? 0))
        .reduce((sum, count) => sum + count, 0),
    );
}

/** Addresses have a year of four digits. The service takes moments of many thousands of years. */
const [firstYear, lastYear] = [1000, 9999];

/** The years from the first story to the last, in order. */
export async function listYears(room: Newsroom): Promise<readonly number[]> {
  const ends = await Promise.all(
    placesIn(room).map((place) =>
      readTimeline(room, place, async ({ total, read }) => [
        ...(await read(0, Math.min(total, 1))),
        ...(await read(Math.max(0, total - 1), total)),
      ]),
    ),
  );
  const months = ends.flat().map(({ news }) => monthAt(publishedAt(news), room.edition.timeZone));
  if (months.length === 0) return [];
  const first = Math.max(firstYear, Math.floor(Math.min(...months) / 12));
  const last = Math.min(lastYear, Math.floor(Math.max(...months) / 12));
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

const perPage = 24;

/** The stories of a month, newest first. As in other lists, a page holds as many of each section. */
export async function listMonth(room: Newsroom, month: number, page: number): Promise<StoryPage> {
  const places = placesIn(room);
  const size = Math.ceil(perPage / places.length);
  const found = await Promise.all(
    places.map((place) =>
      readTimeline(room, place, async (timeline) => {
        const [start = 0, end = 0] = await placesOf([month, month + 1], timeline, room);
        const to = Math.max(start, end - (page - 1) * size);
        return { count: end - start, stories: await timeline.read(Math.max(start, to - size), to) };
      }),
    ),
  );
  return {
    stories: found
      .flatMap(({ stories }) => stories)
      .toSorted((a, b) => publishedAt(b.news) - publishedAt(a.news)),
    total: found.reduce((sum, { count }) => sum + count, 0),
    page,
    pages: Math.max(1, ...found.map(({ count }) => Math.ceil(count / size))),
  };
}

/**
 * The places where months begin. The service has no filter for dates, so this is a binary search that looks at one story
 * per request: of 100,000 stories at about 30 for one month, and at 150 for all months of a year.
 */
async function placesOf(
  months: readonly number[],
  timeline: Timeline,
  room: Newsroom,
  [from, to] = [0, timeline.total],
): Promise<readonly number[]> {
  if (from >= to || months.length === 0) return months.map(() => from);
  const middle = Math.floor((from + to) / 2);
  const [story] = await timeline.read(middle, middle + 1);
  // It is not there if the list has become shorter; then all of this is read again.
  const month = story === undefined ? 0 : monthAt(publishedAt(story.news), room.edition.timeZone);
  const [early, late] = [months.filter((each) => each <= month), months.filter((each) => each > month)];
  const places = await Promise.all([
    placesOf(early, timeline, room, [from, middle]),
    placesOf(late, timeline, room, [middle + 1, to]),
  ]);
  return places.flat();
}

function placesIn({ settings, edition }: Newsroom): readonly Place[] {
  return settings.sections.map((section) => ({ edition, section }));
}
